/** Code that `test-process.test.ts` changes by mutants. */
export const limit = 3

export const allows = (count: number) => count <= limit

export function countDown(from: number): number {
  let left = from
  while (left > 0) left = left - 1
  return left
}
