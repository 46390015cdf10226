/** Formats a count with its noun: `1 plan`, `2 plans`, `1,234 calls`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
