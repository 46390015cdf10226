import test from 'ava'
import { fastPathMethods, isHeadPrefix } from '../../../../src/shared/http/fast-path/head-prefix.ts'

const head = 'Host: x\r\nX-Odd:  two  words\t\r\nEmpty:\r\nName: J\xfcrgen\r\n\r'

for (const method of fastPathMethods) {
  test(`accepts every beginning of a ${method} request`, (t) => {
    const whole = `${method} /a/b?c=%20d HTTP/1.1\r\n${head}`
    for (let end = 0; end <= whole.length; end += 1) t.true(isHeadPrefix(whole.slice(0, end)), whole.slice(0, end))
  })
}

const lines = 'GET / HTTP/1.1\r\nHost: x\r\n'

for (const [title, text] of [
  ['an empty line before the request line', '\r'],
  ['a TLS handshake', '\x16'],
  ['an unknown method', 'GEX'],
  ['a method in lower case', 'g'],
  ['a tab after the method', 'GET\t'],
  ['two spaces after the method', 'GET  '],
  ['a target in absolute form', 'GET h'],
  ['a control character in the target', 'GET /a\x01'],
  ['a byte above ASCII in the target', 'GET /\xfc'],
  ['another protocol', 'GET / HTTQ'],
  ['another version', 'GET / HTTP/1.0'],
  ['a longer version', 'GET / HTTP/1.10'],
  ['a line feed without CR after the request line', 'GET / HTTP/1.1\n'],
  ['CR without line feed after the request line', 'GET / HTTP/1.1\rH'],
  ['two CRs after the request line', 'GET / HTTP/1.1\r\r'],
  ['a folded line', `${lines} `],
  ['a header without a name', `${lines}:`],
  ['a space in a header name or before the colon', `${lines}A `],
  ['a NUL in a header name', `${lines}A\0`],
  ['a byte above ASCII in a header name', `${lines}\xfc`],
  ['a line without a colon', `${lines}A\r`],
  ['a NUL in a header value', `${lines}A: b\0`],
  ['a control character in a header value', `${lines}A: \x01`],
  ['DEL in a header value', `${lines}A: \x7f`],
  ['a line feed without CR after a header', `${lines}A: b\n`],
  ['CR without line feed after a header', `${lines}A: b\rC`],
  ['two CRs after a header', `${lines}A: b\r\r`],
  ['NUL after the CR of the empty line', `${lines}\r\0`],
  ['a letter after the CR of the empty line', `${lines}\rA`],
  ['two CRs after the last header', `${lines}\r\r`],
] as const) {
  test(`rejects ${title} at its first wrong byte`, (t) => {
    t.true(isHeadPrefix(text.slice(0, -1)))
    t.false(isHeadPrefix(text))
  })
}
