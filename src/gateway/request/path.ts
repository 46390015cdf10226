/**
 * The one form of a path that is matched, authorised and forwarded.
 *
 * Two spellings that an upstream could take for the same resource must never pass as two: what is equivalent is
 * brought to one spelling (RFC 3986 section 6.2.2), and what different servers read differently is refused.
 */

export interface NormalisedPath {
  path: string
  /** It holds an encoded slash, which only some APIs allow within a parameter. */
  hasEncodedSlash: boolean
}

/** No escape, no empty or dotted segment, nothing that would need encoding: what nearly every call brings. */
const plain = /^(?:\/[A-Za-z0-9_~!$&'()*+,;=:@-][A-Za-z0-9._~!$&'()*+,;=:@-]*)+\/?$/

const unreserved = /^[A-Za-z0-9._~-]$/
const forbidden = /[^\x21-\x7e]|[\\?#]/
const toEncode = /["<>^`{|}[\]]/g
/** `.` and `..`, also with parameters after a semicolon, which some servers take off before they look. */
const dots = /^\.\.?(?:;.*)?$/

/** The path of a request target in its normal form, or undefined when it is ambiguous or malformed. */
export function normalisePath(raw: string): NormalisedPath | undefined {
  if (plain.test(raw)) return { path: raw, hasEncodedSlash: false }
  if (!raw.startsWith('/') || forbidden.test(raw)) return undefined

  const encoded = raw.replace(toEncode, percentEncode)
  const path = normaliseEscapes(encoded)
  return path === undefined ? undefined : normaliseSegments(path)
}

function normaliseEscapes(raw: string): string | undefined {
  if (!raw.includes('%')) return raw
  if (/%(?![0-9A-Fa-f]{2})/.test(raw) || !isUtf8(raw)) return undefined

  let safe = true
  const path = raw.replace(/%([0-9A-Fa-f]{2})/g, (triplet, digits: string) => {
    const code = Number.parseInt(digits, 16)
    if (code < 0x20 || code === 0x7f || code === 0x5c) safe = false // control bytes and the backslash
    const character = String.fromCharCode(code)
    return unreserved.test(character) ? character : triplet.toUpperCase()
  })
  return safe ? path : undefined
}

/** False for stray bytes, surrogates and overlong forms: RFC 3629 section 3. */
function isUtf8(escaped: string): boolean {
  try {
    return !/[\u0080-\u009f]/.test(decodeURIComponent(escaped))
  } catch {
    return false
  }
}

function normaliseSegments(path: string): NormalisedPath | undefined {
  const encodedSlash = path.includes('%2F')
  const kept: string[] = []
  for (const segment of path.slice(1).split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment.split('%2F').some((part) => dots.test(part))) return undefined
    kept.push(segment)
  }
  const trailing = kept.length > 0 && /\/\.?$/.test(path) ? '/' : ''
  return { path: `/${kept.join('/')}${trailing}`, hasEncodedSlash: encodedSlash }
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}
