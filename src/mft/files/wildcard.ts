/**
 * Wildcards in file names: `*` stands for any characters and `?` for one. Matching takes time in proportion to the
 * product of both lengths, whatever the pattern.
 */

export function hasWildcard(text: string): boolean {
  return /[*?]/.test(text)
}

/** Returns a function that tells whether a whole name matches the pattern. */
export function compileWildcard(pattern: string): (name: string) => boolean {
  return (name) => {
    let at = 0
    let next = 0
    let star = -1
    let resumeAt = 0
    while (at < name.length) {
      const wanted = pattern[next]
      if (wanted === '*') {
        star = next
        next += 1
        resumeAt = at
      } else if (wanted === '?' || (wanted !== undefined && wanted === name[at])) {
        next += 1
        at += 1
      } else if (star >= 0) {
        // The last star takes one character more.
        next = star + 1
        resumeAt += 1
        at = resumeAt
      } else return false
    }
    while (pattern[next] === '*') next += 1
    return next === pattern.length
  }
}
