/**
 * Text in the values of HTTP headers, whose bytes node hands over and takes as latin1.
 *
 * RFC 9110 section 5.5 leaves the encoding open. Here it is UTF-8 in every header that is sent, and in every one that
 * is received as far as its bytes are UTF-8; other bytes are latin1.
 */

const notAscii = /[^\0-\x7f]/
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Encodes text for a header value that Node writes as latin1. */
export function encodeHeaderText(text: string): string {
  return notAscii.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text
}

/** Decodes a header value that Node read as latin1. */
export function decodeHeaderText(value: string): string {
  if (!notAscii.test(value)) return value
  try {
    return utf8.decode(Buffer.from(value, 'latin1'))
  } catch {
    return value
  }
}
