/** Distinguished names of certificates, and the patterns of SSLPEER that match them. */
import {
  parseDistinguishedName,
  renderDistinguishedName as renderName,
} from '../../../shared/lib/text/distinguished-name.ts'

/** Returns a name as the shared function of this name does, with a comma for each `+` that joins attributes. */
export function renderDistinguishedName(lines: string): string {
  return renderName(lines)
    .split(/(?<!\\)\+/)
    .map((attribute) => attribute.trim())
    .join(',')
}

/** Returns whether a name has each attribute of a pattern: `*` at start and end, OUs in order. An empty one matches. */
export function matchesDistinguishedName(pattern: string, name: string): boolean {
  const wanted = parseDistinguishedName(pattern).flat()
  const present = parseDistinguishedName(name).flat()
  const used = new Map<string, number>()
  return wanted.every(([key, value]) => {
    const from = used.get(key) ?? 0
    const place = present.findIndex(
      ([otherKey, otherValue], index) => index >= from && otherKey === key && matchesValue(value, otherValue),
    )
    if (place < 0) return false
    used.set(key, place + 1)
    return true
  })
}

/** Returns how specific a pattern is: the number of its attributes, then of its characters without wildcards. */
export function countNameLiterals(pattern: string): number {
  return parseDistinguishedName(pattern)
    .flat()
    .reduce((sum, [, value]) => sum + 1000 + value.replaceAll('*', '').length, 0)
}

function matchesValue(pattern: string, value: string): boolean {
  const startsFree = pattern.startsWith('*')
  const endsFree = pattern.endsWith('*')
  const text = pattern.slice(startsFree ? 1 : 0, endsFree ? -1 : undefined).toLowerCase()
  const other = value.toLowerCase()
  if (startsFree && endsFree) return other.includes(text)
  if (startsFree) return other.endsWith(text)
  return endsFree ? other.startsWith(text) : other === text
}
