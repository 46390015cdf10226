/**
 * Header lines: their parser, the checks of names and values, and the lines of responses. The parser follows RFC
 * 9112 section 5 without the variants that the section only tolerates: line folding, a bare line feed, a space before the
 * colon. A caller that gets `undefined` must use a complete parser or reject the message.
 */
import { cacheBySpelling } from '../../lib/headers/cache-by-spelling.ts'

/** Matches all lines at once: `name: value` and a CRLF. */
const validLines = /^(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e\x80-\xff]*\r\n)*$/

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const notInValue = /[^\t\x20-\x7e\x80-\xff]/

/** Returns whether a text is a token, the form of header names, methods and protocols: RFC 9110 section 5.6.2. */
export function isToken(text: string): boolean {
  return token.test(text)
}

/** Returns whether a latin1 text is a valid header value, which cannot begin another line: RFC 9110 section 5.5. */
export function isHeaderValue(text: string): boolean {
  return !notInValue.test(text)
}

/** Returns the part of a text between two positions. */
export type SliceText = (from: number, to: number) => string

/**
 * Parses latin1 header lines to a flat list of names and values. Returns undefined for lines of any other form. `slice`
 * creates the values, for callers whose values must not keep the whole text in memory.
 */
export function parseHeaderLines(
  lines: string,
  slice: SliceText = (from, to) => lines.slice(from, to),
): string[] | undefined {
  if (!validLines.test(lines)) return undefined

  const fields: string[] = []
  for (let start = 0; start < lines.length; ) {
    const colon = lines.indexOf(':', start)
    const end = lines.indexOf('\r\n', colon)
    let from = colon + 1
    let to = end
    while (isSpace(lines.charCodeAt(from))) from += 1 // RFC 9110 section 5.5; the CR ends the loop
    while (to > from && isSpace(lines.charCodeAt(to - 1))) to -= 1
    fields.push(lines.slice(start, colon), slice(from, to))
    start = end + 2
  }
  return fields
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09
}

/** `own`: the server sets the header itself, and ignores the value of the handler. */
export type HeaderRole = 'ordinary' | 'length' | 'date' | 'transport' | 'own'

const roles: Readonly<Record<string, HeaderRole>> = {
  'content-length': 'length',
  date: 'date',
  'strict-transport-security': 'transport',
  connection: 'own',
  'keep-alive': 'own',
  'transfer-encoding': 'own',
}

/** Returns the role of a header and the start of its line. Throws a `TypeError` for a text that is not one: RFC 9110 section 5.1. */
export const findResponseHeader = cacheBySpelling((name, spelling) => {
  if (!isToken(name)) throw new TypeError(`"${name}" contains a character that is not allowed in header names`)
  const role: HeaderRole = (Object.hasOwn(roles, name) && roles[name]) || 'ordinary'
  return { role, start: `${spelling}: ` }
})

/** Throws a `TypeError` that names a header with a forbidden character in its value: RFC 9110 section 5.5. */
export function checkHeaderValue(name: string, value: string): void {
  if (!isHeaderValue(value))
    throw new TypeError(`the value of the header "${name}" contains a character that is not allowed in headers`)
}

/** The header lines, each after a line end, and which headers that a server adds are among them. */
interface HeaderBlock {
  lines: string
  hasLength: boolean
  isDated: boolean
  hasTransport: boolean
}

/** Valid headers without those of the connection, whose lines are rendered once. Messages share them, and they do not change. */
export class RenderedHeaders {
  /** A flat list of names and values, like `rawHeaders`. */
  readonly list: readonly string[]
  #block: HeaderBlock | undefined

  constructor(list: readonly string[]) {
    this.list = list
  }

  get block(): HeaderBlock {
    this.#block ??= renderBlock(this.list)
    return this.#block
  }
}

function renderBlock(list: readonly string[]): HeaderBlock {
  const lines = ['']
  const found = new Set<HeaderRole>()
  for (let index = 0; index < list.length; index += 2) {
    const { role, start } = findResponseHeader(list[index] as string)
    lines.push(start + list[index + 1])
    found.add(role)
  }
  const [hasLength, isDated, hasTransport] = [found.has('length'), found.has('date'), found.has('transport')]
  return { lines: lines.join('\r\n'), hasLength, isDated, hasTransport }
}

/** The timeout of an idle connection. */
export const keepAliveTimeoutMs = 65_000

/** HTTPS only for this host, for a year: RFC 6797. Browsers ignore it for IP addresses and untrusted certificates. */
export const strictTransportHeader = { name: 'Strict-Transport-Security', value: 'max-age=31536000' } as const
export const strictTransportHeaderLine = `${strictTransportHeader.name}: ${strictTransportHeader.value}\r\n`

const keepAliveLines = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveTimeoutMs / 1000}\r\n`
const closeLine = 'Connection: close\r\n'

/** Returns the Date line of a response. */
export const dateHeaderLine = createDateLine()

export function connectionHeaderLines(isKept: boolean): string {
  return isKept ? keepAliveLines : closeLine
}

/** Returns a function that renders the Date line once in a second, because responses are more frequent. */
export function createDateLine(): () => string {
  let line = ''
  return () => {
    if (line === '') {
      const now = Date.now()
      line = `Date: ${new Date(now).toUTCString()}\r\n`
      setTimeout(
        () => {
          line = ''
        },
        1000 - (now % 1000),
      ).unref()
    }
    return line
  }
}
