/**
 * The field lines of an HTTP message, as almost everybody writes them.
 *
 * RFC 9112 section 5, without what it only tolerates: no line folding, no bare line feed, no space before the colon.
 * Whoever meets `undefined` leaves the message to a complete parser, or refuses it.
 */

/** Every line at once: `name: value`, each with its end. */
const shape = /^(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e\x80-\xff]*\r\n)*$/

/** Names and values in turn, as they were written; undefined for lines of any other shape. The text is latin1. */
export function readFields(lines: string): string[] | undefined {
  if (!shape.test(lines)) return undefined

  const fields: string[] = []
  for (let start = 0; start < lines.length; ) {
    const colon = lines.indexOf(':', start)
    const end = lines.indexOf('\r\n', colon)
    fields.push(lines.slice(start, colon), valueBetween(lines, colon + 1, end))
    start = end + 2
  }
  return fields
}

/** Without the white space around it: RFC 9110 section 5.5. */
function valueBetween(text: string, start: number, end: number): string {
  let from = start
  let to = end
  while (from < to && isSpace(text.charCodeAt(from))) from += 1
  while (to > from && isSpace(text.charCodeAt(to - 1))) to -= 1
  return text.slice(from, to)
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09
}
