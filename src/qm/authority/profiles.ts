/**
 * Profiles of authority records: names, or patterns of names.
 *
 * `?` is one character, `*` any characters within one qualifier (between dots), and `**`, as a whole qualifier, any number
 * of qualifiers.
 */

/** Whether the profile is for objects of this name. */
export function profileMatches(profile: string, name: string): boolean {
  return profile === name || qualifiersMatch(profile.split('.'), name.split('.'))
}

/** Sorts the more specific of two profiles first: position by position, a character is before `?`, `*` and `**`. */
export function compareSpecificity(a: string, b: string): number {
  const left = ranks(a)
  const right = ranks(b)
  for (let place = 0; place < Math.max(left.length, right.length); place++) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0)
    if (difference !== 0) return difference
  }
  return right.length - left.length
}

/** A profile has one `**` at most, so there is one cut to try per length of what it stands for. */
function qualifiersMatch(pattern: readonly string[], name: readonly string[]): boolean {
  const any = pattern.indexOf('**')
  if (any < 0) return pattern.length === name.length && each(pattern, name)

  const before = pattern.slice(0, any)
  const behind = pattern.slice(any + 1)
  if (before.length + behind.length > name.length) return false
  const tail = behind.length === 0 ? [] : name.slice(-behind.length)
  return each(before, name.slice(0, any)) && qualifiersMatch(behind, tail)
}

function each(pattern: readonly string[], name: readonly string[]): boolean {
  return pattern.every((qualifier, place) => qualifierMatches(qualifier, name[place] as string))
}

/** `?` and `*` within one qualifier, in time that is at worst the product of the lengths. */
export function qualifierMatches(pattern: string, word: string): boolean {
  let at = 0
  let star = -1
  let resume = 0
  for (let place = 0; place < word.length; ) {
    if (at < pattern.length && (pattern[at] === '?' || pattern[at] === word[place])) {
      at++
      place++
    } else if (pattern[at] === '*') {
      star = at++
      resume = place
    } else if (star >= 0) {
      at = star + 1
      place = ++resume
    } else return false
  }
  return [...pattern.slice(at)].every((character) => character === '*')
}

function ranks(profile: string): number[] {
  return profile
    .replaceAll('**', '\0')
    .split('')
    .map((character) => ['?', '*', '\0'].indexOf(character) + 1)
}
