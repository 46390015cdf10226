/** Recognises heads for the fast path. Bytes that cannot become one go to Node's parser, which rejects bad ones. */

/** The methods that the fast path serves. */
export const fastPathMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Matches every beginning of a text, the text itself included. */
const anyPrefix = (text: string) => [...text].reduceRight((rest, char) => `(?:[${char}]${rest})?`, '')

const name = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const value = '[\\t\\x20-\\x7e\\x80-\\xff]*'
const methods = fastPathMethods.join('|')
const requestLine = `(?:${methods}) /[!$-~]* HTTP/1\\.1\\r\\n`

/** Each alternative ends at another place of the head. */
const headPrefix = new RegExp(
  `^(?:${[
    `(?:${fastPathMethods.map(anyPrefix).join('|')})`,
    `(?:${methods}) (?:/[!$-~]*)?`,
    `(?:${methods}) /[!$-~]* ${anyPrefix('HTTP/1.1\r')}`,
    `${requestLine}(?:${name}:${value}\\r\\n)*(?:${name}(?::${value}\\r?)?|\\r)?`,
  ].join('|')})$`,
)

/** Returns whether a latin1 text without an empty line can be the beginning of a request head of the fast path. */
export function isHeadPrefix(text: string): boolean {
  return headPrefix.test(text)
}
