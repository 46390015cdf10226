/** Matches texts with patterns in which `*` stands for any characters and `?` for one. */

/** The elements of a pattern that stand for other characters. */
export interface Wildcards {
  /** Stands for any number of characters. */
  any: string
  /** Stands for one character; absent when no element does. */
  one?: string
}

/** Returns whether a whole text matches a pattern, in time proportional to the product of the lengths. */
export function matchesWildcard(
  pattern: ArrayLike<string>,
  text: string,
  { any, one = any }: Wildcards = { any: '*', one: '?' },
): boolean {
  let next = 0
  let lastAny = -1
  let resumeAt = 0
  for (let at = 0; at < text.length; ) {
    const wanted = pattern[next]
    if (wanted === any) {
      lastAny = next
      next += 1
      resumeAt = at
    } else if (wanted === one || wanted === text[at]) {
      next += 1
      at += 1
    } else if (lastAny >= 0) {
      // The last wildcard takes one character more.
      next = lastAny + 1
      resumeAt += 1
      at = resumeAt
    } else return false
  }
  while (pattern[next] === any) next += 1
  return next === pattern.length
}

/** Returns whether a name of file transfer, which has no case, matches a pattern with `*`. No pattern matches every name. */
export function matchesName(pattern: string | undefined, name: string): boolean {
  return pattern === undefined || matchesWildcard(pattern.toUpperCase(), name.toUpperCase(), { any: '*' })
}

export function hasWildcard(text: string): boolean {
  return /[*?]/.test(text)
}
