/** Distinguished names of certificates, and the patterns of SSLPEER that match them. */

/** Returns a name that Node.js gives with a `key=value` per line as `CN=x,O=y`, the most specific part first. */
export function renderDistinguishedName(lines: string): string {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .reverse()
    .map((line) => line.replaceAll('+', ','))
    .join(',')
}

/** Returns whether a name has each attribute of a pattern: `*` at start and end, OUs in order. An empty one matches. */
export function matchesDistinguishedName(pattern: string, name: string): boolean {
  const wanted = parseParts(pattern)
  const present = parseParts(name)
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
  return parseParts(pattern).reduce((sum, [, value]) => sum + 1000 + value.replaceAll('*', '').length, 0)
}

const synonyms: Readonly<Record<string, string>> = {
  S: 'ST',
  SP: 'ST',
  EMAIL: 'EMAILADDRESS',
  E: 'EMAILADDRESS',
  MAIL: 'EMAILADDRESS',
  USERID: 'UID',
}

function parseParts(name: string): [key: string, value: string][] {
  const parts = name.match(/(?:[^,;"\\]|\\.|"(?:[^"\\]|\\.)*")+/g) ?? []
  return parts
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [key = '', ...rest] = part.split('=')
      const type = key.trim().toUpperCase()
      const value = rest
        .join('=')
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .replace(/\\(.)/g, '$1')
      return [synonyms[type] ?? type, value]
    })
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
