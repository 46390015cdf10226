/** Matches profiles: `?` is one character, `*` any but dots, `**` any number of qualifiers (text between dots). */
import { matchesWildcard } from '../../../shared/lib/text/wildcard.ts'

/** Returns whether the profile matches an object name. */
export function profileMatches(profile: string, name: string): boolean {
  return profile === name || qualifiersMatch(profile.split('.'), name.split('.'))
}

/**
 * Compares two profiles so that the more specific one sorts first: position by position, a literal character
 * sorts before `?`, `*` and `**`. Where one profile is the beginning of the other, the one that requires the longer
 * name sorts first (`A*B*` before `A*`), and among equals the shorter profile (`A.B` before `A.B.**`).
 */
export function compareSpecificity(a: string, b: string): number {
  const left = ranks(a)
  const right = ranks(b)
  const place = left.findIndex((rank, index) => rank !== (right[index] ?? rank))
  if (place >= 0) return (left[place] as number) - (right[place] as number)
  return minNameLength(b) - minNameLength(a) || a.length - b.length
}

/** Returns the length of the shortest name that a profile matches. */
function minNameLength(profile: string): number {
  return profile.replace(/\.\*\*|\*\*\.|\*/g, '').length
}

/** Matches qualifier by qualifier. With at most one `**`, the parts before and after it have fixed lengths. */
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
  return pattern.every((qualifier, place) => matchesWildcard(qualifier, name[place] ?? ''))
}

function ranks(profile: string): number[] {
  return profile
    .replaceAll('**', '\0')
    .split('')
    .map((character) => ['?', '*', '\0'].indexOf(character))
}
