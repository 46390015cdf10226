/**
 * Parses header lines in the form in which almost all senders write them.
 *
 * It follows RFC 9112 section 5 without the variants that the section only tolerates: line folding, a bare line feed, a
 * space before the colon. A caller that gets `undefined` must use a complete parser or reject the message.
 */

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
