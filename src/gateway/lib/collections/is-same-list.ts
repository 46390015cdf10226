/** Returns whether two lists have the identical elements in the same order. */
export function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one === other || (one.length === other.length && one.every((each, index) => each === other[index]))
}

/** Returns the elements that only one of two lists has. Fast for lists that differ in few elements beside each other. */
export function compareLists<T>(before: readonly T[], after: readonly T[]): { removed: T[]; added: T[] } {
  const shorter = Math.min(before.length, after.length)
  let atStart = 0
  while (atStart < shorter && before[atStart] === after[atStart]) atStart += 1
  let atEnd = 0
  while (atEnd < shorter - atStart && before.at(-1 - atEnd) === after.at(-1 - atEnd)) atEnd += 1
  const [old, now] = [before, after].map((list) => list.slice(atStart, list.length - atEnd)) as [T[], T[]]
  const [known, kept] = [new Set(old), new Set(now)]
  return { removed: old.filter((each) => !kept.has(each)), added: now.filter((each) => !known.has(each)) }
}
