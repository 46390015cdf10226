/**
 * The field lines of an HTTP message, as almost everybody writes them.
 *
 * RFC 9112 section 5, without what it only tolerates: no line folding, no bare line feed, no space before the colon.
 * Whoever meets `undefined` leaves the message to a complete parser, or refuses it.
 */

/** Every line at once: `name: value`, each with its end. */
const shape = /^(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e\x80-\xff]*\r\n)*$/

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const notInValue = /[^\t\x20-\x7e\x80-\xff]/

/** The form of names, methods and protocols: RFC 9110 section 5.6.2. */
export function isToken(text: string): boolean {
  return token.test(text)
}

/** Whether nothing in a latin1 text could begin a line of its own: RFC 9110 section 5.5. */
export function isHeaderValue(text: string): boolean {
  return !notInValue.test(text)
}

/** The part of the lines from one place to another. */
export type SliceText = (from: number, to: number) => string

/**
 * Names and values in turn, as they were written; undefined for lines of any other shape. The text is latin1. `cut`
 * makes the values, where they shall not keep the text in memory as parts of it do.
 */
export function parseHeaderLines(
  lines: string,
  cut: SliceText = (from, to) => lines.slice(from, to),
): string[] | undefined {
  if (!shape.test(lines)) return undefined

  const fields: string[] = []
  for (let start = 0; start < lines.length; ) {
    const colon = lines.indexOf(':', start)
    const end = lines.indexOf('\r\n', colon)
    let from = colon + 1
    let to = end
    while (from < to && isSpace(lines.charCodeAt(from))) from += 1 // RFC 9110 section 5.5
    while (to > from && isSpace(lines.charCodeAt(to - 1))) to -= 1
    fields.push(lines.slice(start, colon), cut(from, to))
    start = end + 2
  }
  return fields
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09
}
