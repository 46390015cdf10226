/** A stable merge sort that yields between its steps, so that it can run beside other work. */

/** The number of items that one step sorts or merges. */
const itemsPerStep = 2_048

export function* sortInSteps<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<void, readonly T[]> {
  let runs: (readonly T[])[] = []
  for (let start = 0; start < items.length; start += itemsPerStep) {
    runs.push(items.slice(start, start + itemsPerStep).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = []
    for (let index = 0; index < runs.length; index += 2) {
      const [left, right] = [runs[index] ?? [], runs[index + 1]]
      merged.push(right ? yield* mergeInSteps(left, right, compare) : left)
    }
    runs = merged
  }
  return runs[0] ?? []
}

function* mergeInSteps<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<void, readonly T[]> {
  const merged: T[] = []
  let [i, j] = [0, 0]
  while (i < left.length && j < right.length) {
    const [a, b] = [left[i] as T, right[j] as T]
    if (compare(a, b) <= 0) {
      merged.push(a)
      i++
    } else {
      merged.push(b)
      j++
    }
    if (merged.length % itemsPerStep === 0) yield
  }
  return merged.concat(left.slice(i), right.slice(j))
}
