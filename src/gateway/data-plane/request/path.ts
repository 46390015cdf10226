/**
 * Normalises the path of a request. The gateway matches, authorises and forwards the same normalised path.
 *
 * Different spellings of one resource must not bypass a check: equivalent spellings are converted to one (RFC
 * 3986 section 6.2.2), and spellings that servers interpret differently are rejected.
 */

export interface NormalisedPath {
  path: string
  /** Whether the path contains an encoded slash, `%2F`. Only APIs with `allow-encoded-slash` accept it. */
  hasEncodedSlash: boolean
}

/** Matches a normalised path, as most requests have: no escapes, no empty or dotted segments. */
const normalised = /^(?:\/[A-Za-z0-9_~!$&'()*+,;=:@-][A-Za-z0-9._~!$&'()*+,;=:@-]*)+\/?$/

const unreserved = /^[A-Za-z0-9._~-]$/
const forbidden = /[^\x21-\x7e]|[\\?#]/
const toEncode = /["<>^`{|}[\]]/g
/** Matches `.` and `..`, also with parameters after a semicolon, which some servers remove first. */
const dotSegment = /^\.\.?(?:;.*)?$/

/** Returns the normalised path; undefined when the path is ambiguous or malformed. */
export function normalisePath(raw: string): NormalisedPath | undefined {
  if (normalised.test(raw)) return { path: raw, hasEncodedSlash: false }
  if (!raw.startsWith('/') || forbidden.test(raw)) return undefined

  const encoded = raw.replace(toEncode, percentEncode)
  const path = normaliseEscapes(encoded)
  return path === undefined ? undefined : normaliseSegments(path)
}

/** Returns a template's text as in a normalised path: `gr%C3%B6%C3%9Fe` for `größe` (RFC 3986 section 2.5). */
export function normaliseTemplateText(text: string): string {
  const encoded = text
    .toWellFormed()
    .replace(/%(?![0-9A-Fa-f]{2})|[^\x21-\x7e]+/g, encodeURIComponent)
    .replace(toEncode, percentEncode)
  return normaliseEscapes(encoded) ?? text
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

/** Returns false for stray bytes, surrogates and overlong forms: RFC 3629 section 3. */
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
    if (segment.split('%2F').some((part) => dotSegment.test(part))) return undefined
    kept.push(segment)
  }
  const trailing = kept.length > 0 && /\/\.?$/.test(path) ? '/' : ''
  return { path: `/${kept.join('/')}${trailing}`, hasEncodedSlash: encodedSlash }
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}
