/**
 * Responses from which the generator starts: one for each rule in RFC 9112, and for each check that llhttp
 * documents.
 */
import { malformed, wellFormed } from '../../../../gateway/data-plane/_support/answers.ts'

const ok = 'HTTP/1.1 200 OK\r\n'
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`
const empty = `${ok}Content-Length: 0\r\n`

const more: Readonly<Record<string, string>> = {
  // RFC 9112 sections 2.2 and 4: lines, version, status.
  'an empty line before the status line': `\r\n${ok}Content-Length: 0\r\n\r\n`,
  'a bare carriage return in the status line': 'HTTP/1.1 200\rOK\r\nContent-Length: 0\r\n\r\n',
  'two spaces before the status': 'HTTP/1.1  200 OK\r\nContent-Length: 0\r\n\r\n',
  'a tab before the status': 'HTTP/1.1\t200 OK\r\nContent-Length: 0\r\n\r\n',
  'a lower-case version': 'http/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
  'version 1.2': 'HTTP/1.2 200 OK\r\nContent-Length: 0\r\n\r\n',
  'version 0.9': 'HTTP/0.9 200 OK\r\nContent-Length: 0\r\n\r\n',
  'version 11.1': 'HTTP/11.1 200 OK\r\nContent-Length: 0\r\n\r\n',
  'a status of 099': 'HTTP/1.1 099 Low\r\nContent-Length: 0\r\n\r\n',
  'a status of 999': 'HTTP/1.1 999 High\r\nContent-Length: 0\r\n\r\n',
  'a reason beyond ASCII': 'HTTP/1.1 200 \xd6K\r\nContent-Length: 0\r\n\r\n',
  'a status line alone': 'HTTP/1.1 200 OK\r\n\r\nuntil the end',
  // RFC 9112 section 5: headers.
  'a name with a space in it': `${ok}A B: c\r\nContent-Length: 0\r\n\r\n`,
  'a name beyond ASCII': `${ok}\xc4: c\r\nContent-Length: 0\r\n\r\n`,
  'a name of every token character': `${empty}!#$%&'*+-.^_\`|~09azAZ: y\r\n\r\n`,
  'a tab before the colon': `${ok}Content-Length\t: 0\r\n\r\n`,
  'a fold with a tab': `${ok}A: b\r\n\tc\r\nContent-Length: 0\r\n\r\n`,
  'a fold before the first field': `${ok} A: b\r\nContent-Length: 0\r\n\r\n`,
  'white space alone as a value': `${empty}A: \t \r\n\r\n`,
  'a carriage return at the end of a value': `${ok}A: b\r\r\nContent-Length: 0\r\n\r\n`,
  'a DEL in a value': `${empty}A: \x7f\r\n\r\n`,
  'every control byte that is one': `${empty}A: \x01\x1f\r\n\r\n`,
  // RFC 9112 section 6: framing.
  'a length with leading zeros': `${ok}Content-Length: 0005\r\n\r\nhello`,
  'a length with white space': `${ok}Content-Length: \t 5 \t\r\n\r\nhello`,
  'a length with a fraction': `${ok}Content-Length: 5.0\r\n\r\nhello`,
  'a length with white space within': `${ok}Content-Length: 5 5\r\n\r\nhello`,
  'two equal lengths': `${ok}Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello`,
  'two equal lengths in one field': `${ok}Content-Length: 5, 5\r\n\r\nhello`,
  'a length of 2^64': `${ok}Content-Length: 18446744073709551616\r\n\r\nhello`,
  'a length of 2^53': `${ok}Content-Length: 9007199254740993\r\n\r\nhello`,
  'a body that is shorter than its length': `${ok}Content-Length: 9\r\n\r\nhello`,
  'a body that is longer than its length': `${ok}Content-Length: 3\r\n\r\nhello`,
  'a coding in capitals': `${ok}Transfer-Encoding: CHUNKED\r\n\r\n0\r\n\r\n`,
  'a coding twice in one field': `${ok}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`,
  'a coding after chunked': `${ok}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`,
  'a coding that is empty': `${ok}Transfer-Encoding:\r\n\r\n0\r\n\r\n`,
  'identity as a coding': `${ok}Transfer-Encoding: identity\r\n\r\nuntil the end`,
  'a coding with parameters': `${ok}Transfer-Encoding: chunked;a=b\r\n\r\n0\r\n\r\n`,
  'a quoted coding': `${ok}Transfer-Encoding: "chunked"\r\n\r\n0\r\n\r\n`,
  'a coding with a tab behind it': `${ok}Transfer-Encoding: chunked\t\r\n\r\n0\r\n\r\n`,
  'a coding with a tab before it': `${ok}Transfer-Encoding:\tchunked\r\n\r\n0\r\n\r\n`,
  'a body for 204': 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello',
  'chunks for 204': 'HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'chunks for 304': 'HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'a 205 with a body': 'HTTP/1.1 205 Reset Content\r\nContent-Length: 2\r\n\r\nhi',
  'a length for an interim response': `HTTP/1.1 103 \r\nContent-Length: 5\r\n\r\n${empty}\r\n`,
  // RFC 9112 section 7: chunks.
  'a size with leading zeros': `${chunked}0000005\r\nhello\r\n0\r\n\r\n`,
  'a size in capitals': `${chunked}A\r\n0123456789\r\n0\r\n\r\n`,
  'a size with white space behind': `${chunked}5 \r\nhello\r\n0\r\n\r\n`,
  'a size with white space before': `${chunked} 5\r\nhello\r\n0\r\n\r\n`,
  'a size with a sign': `${chunked}+5\r\nhello\r\n0\r\n\r\n`,
  'a size with an underscore': `${chunked}1_0\r\nhello\r\n0\r\n\r\n`,
  'an extension with white space around it': `${chunked}5 ; a = b\r\nhello\r\n0\r\n\r\n`,
  'an extension without a name': `${chunked}5;\r\nhello\r\n0\r\n\r\n`,
  'an extension with a quoted line end': `${chunked}5;a="\r\n"\r\nhello\r\n0\r\n\r\n`,
  'an extension with an escaped quote': `${chunked}5;a="\\""\r\nhello\r\n0\r\n\r\n`,
  'an extension with a bare carriage return': `${chunked}5;a\rb\r\nhello\r\n0\r\n\r\n`,
  'an extension beyond ASCII': `${chunked}5;a=\xe9\r\nhello\r\n0\r\n\r\n`,
  'a chunk without its end': `${chunked}5\r\nhello0\r\n\r\n`,
  'a chunk with one byte too many': `${chunked}5\r\nhello!\r\n0\r\n\r\n`,
  'a last chunk without the empty line': `${chunked}5\r\nhello\r\n0\r\n`,
  'a trailer that frames': `${chunked}0\r\nContent-Length: 5\r\n\r\n`,
  'a trailer with a coding': `${chunked}0\r\nTransfer-Encoding: z\r\n\r\n`,
  'a trailer that is folded': `${chunked}0\r\nA: b\r\n c\r\n\r\n`,
  // RFC 9112 section 9: the connection.
  'two options of the connection': `${ok}Connection: keep-alive, close\r\nContent-Length: 0\r\n\r\n`,
  'two fields of the connection': `${ok}Connection: keep-alive\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  'an option in capitals': `${ok}Connection: CLOSE\r\nContent-Length: 0\r\n\r\n`,
  'an option of the version before': 'HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 0\r\n\r\n',
  'an upgrade that was not asked for': `${ok}Connection: upgrade\r\nUpgrade: h2c\r\nContent-Length: 0\r\n\r\n`,
  'two responses': `${empty}\r\n${ok}Content-Length: 2\r\n\r\nhi`,
}

const raws = Object.entries(wellFormed).map(([what, { raw }]) => [what, raw] as const)

/** The responses by their descriptions. */
export const seeds: ReadonlyMap<string, string> = new Map([
  ...raws,
  ...Object.entries(malformed),
  ...Object.entries(more),
])
