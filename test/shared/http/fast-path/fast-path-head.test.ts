import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import test from 'ava'
import { type FastPathHeaders, parseFastPathHead } from '../../../../src/shared/http/fast-path/fast-path-head.ts'

const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\r\n`).join('')

function read(...lines: string[]) {
  const bytes = Buffer.from(`${textOf(lines)}\r\nbody`, 'latin1')
  return parseFastPathHead(bytes, bytes.length - 6)
}

test('parses the method, the target, the headers unchanged, and the length', (t) => {
  const lines = ['Host: x', 'X-Odd:  two  words\t', 'Empty:', 'content-length: 12']
  const rawHeaders = ['Host', 'x', 'X-Odd', 'two  words', 'Empty', '', 'content-length', '12']
  const headers = { lines: textOf(lines), rawHeaders, host: 'x', bodyLength: 12, keepsAlive: true }
  t.deepEqual(read('POST /a/b?c=%20d HTTP/1.1', ...lines), { method: 'POST', target: '/a/b?c=%20d', headers })
})

test('headers are parsed again unless they are exactly those of the previous request', (t) => {
  const headersOf = (head: string, previous?: FastPathHeaders) => {
    const bytes = Buffer.from(`${head}\r\n`, 'latin1')
    return parseFastPathHead(bytes, bytes.length - 2, previous)?.headers
  }
  const first = headersOf('GET /a HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n')
  t.is(headersOf('POST /b?c HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n', first), first)
  t.is(headersOf('GET /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n', first)?.bodyLength, 2)
  t.is(headersOf('GET /a HTTP/1.1\r\nHost: x\r\n', first)?.bodyLength, 0)
  t.is(headersOf('GET /a HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n', first), undefined)
})

test('bytes above ASCII in values are latin1', (t) => {
  t.deepEqual(read('GET / HTTP/1.1', 'Host: x', 'Name: J\xfcrgen')?.headers.rawHeaders[3], 'J\xfcrgen')
})

for (const [title, ...lines] of [
  ['another version', 'GET / HTTP/1.0', 'Host: x'],
  ['no version', 'GET /', 'Host: x'],
  ['a method in small letters', 'get / HTTP/1.1', 'Host: x'],
  ['a rare method', 'TRACE / HTTP/1.1', 'Host: x'],
  ['CONNECT', 'CONNECT x:443 HTTP/1.1', 'Host: x'],
  ['a target in absolute form', 'GET http://x/ HTTP/1.1', 'Host: x'],
  ['the asterisk', 'OPTIONS * HTTP/1.1', 'Host: x'],
  ['a space within the target', 'GET /a b HTTP/1.1', 'Host: x'],
  ['two spaces', 'GET  / HTTP/1.1', 'Host: x'],
  ['a fragment', 'GET /a#b HTTP/1.1', 'Host: x'],
  ['a quotation mark in the target', 'GET /" HTTP/1.1', 'Host: x'],
  ['a byte above ASCII in the target', 'GET /\xfc HTTP/1.1', 'Host: x'],
  ['an empty line before it', '', 'GET / HTTP/1.1', 'Host: x'],
  ['no Host', 'GET / HTTP/1.1', 'Accept: */*'],
  ['an empty Host', 'GET / HTTP/1.1', 'Host:'],
  ['a Host with a space', 'GET / HTTP/1.1', 'Host: a b'],
  ['a list of Hosts', 'GET / HTTP/1.1', 'Host: a, b'],
  ['a Host with user information', 'GET / HTTP/1.1', 'Host: user@a'],
  ['a Host with a path', 'GET / HTTP/1.1', 'Host: a/b'],
  ['a Host with brackets around a name', 'GET / HTTP/1.1', 'Host: [a]'],
  ['a Host with brackets around an IPv4 address', 'GET / HTTP/1.1', 'Host: [127.0.0.1]'],
  ['a Host with a port of six digits', 'GET / HTTP/1.1', 'Host: a:123456'],
  ['two Hosts', 'GET / HTTP/1.1', 'Host: x', 'host: x'],
  ['any header twice', 'GET / HTTP/1.1', 'Host: x', 'Accept: a', 'ACCEPT: b'],
  ['two lengths', 'POST / HTTP/1.1', 'Host: x', 'Content-Length: 1', 'Content-Length: 1'],
  ['a list of lengths', 'POST / HTTP/1.1', 'Host: x', 'Content-Length: 1, 1'],
  ['a signed length', 'POST / HTTP/1.1', 'Host: x', 'Content-Length: +1'],
  ['a length in hexadecimal digits', 'POST / HTTP/1.1', 'Host: x', 'Content-Length: 0x1'],
  ['an empty length', 'POST / HTTP/1.1', 'Host: x', 'Content-Length:'],
  ['a length of 16 digits', 'POST / HTTP/1.1', 'Host: x', `Content-Length: ${'9'.repeat(16)}`],
  ['chunks', 'POST / HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked'],
  ['chunks beside a length', 'POST / HTTP/1.1', 'Host: x', 'Content-Length: 1', 'transfer-encoding: chunked'],
  ['several connection options', 'GET / HTTP/1.1', 'Host: x', 'Connection: close, x-secret', 'X-Secret: 1'],
  ['a hop-by-hop header', 'GET / HTTP/1.1', 'Host: x', 'Connection: keep-alive, x-secret', 'X-Secret: 1'],
  ['Proxy-Connection: close', 'GET / HTTP/1.1', 'Host: x', 'Proxy-Connection: close'],
  ['an upgrade', 'GET / HTTP/1.1', 'Host: x', 'Upgrade: websocket'],
  ['an expectation', 'POST / HTTP/1.1', 'Host: x', 'Content-Length: 1', 'Expect: 100-continue'],
  ['trailers', 'POST / HTTP/1.1', 'Host: x', 'TE: trailers'],
  ['a space before the colon', 'GET / HTTP/1.1', 'Host: x', 'Content-Length : 1'],
  ['a folded line', 'GET / HTTP/1.1', 'Host: x', 'A: b', ' c'],
  ['a line without a colon', 'GET / HTTP/1.1', 'Host: x', 'nonsense'],
  ['an empty header name', 'GET / HTTP/1.1', 'Host: x', ': b'],
  ['an invalid character in a header name', 'GET / HTTP/1.1', 'Host: x', 'A(b): c'],
  ['a NUL in a value', 'GET / HTTP/1.1', 'Host: x', 'A: b\0c'],
  ['a bare line feed', 'GET / HTTP/1.1', 'Host: x', 'A: b\nContent-Length: 1'],
  ['a bare carriage return', 'GET / HTTP/1.1', 'Host: x', 'A: b\rContent-Length: 1'],
  ['more than 64 headers', 'GET / HTTP/1.1', 'Host: x', ...Array.from({ length: 64 }, (_, index) => `A${index}: b`)],
] as const) {
  test(`leaves ${title} to Node's server`, (t) => t.is(read(...lines), undefined))
}

for (const [title, ...lines] of [
  [...['64 headers', 'GET / HTTP/1.1', 'Host: x'], ...Array.from({ length: 63 }, (_, index) => `A${index}: b`)],
  ['Connection: keep-alive', 'GET / HTTP/1.1', 'Host: x', 'Connection: keep-alive'],
  ['a Host with a port of five digits', 'GET / HTTP/1.1', 'Host: a:12345'],
  ['an IPv6 address as Host', 'GET / HTTP/1.1', 'Host: [::1]:80'],
  ['Connection: Keep-Alive', 'GET / HTTP/1.1', 'Host: x', 'Connection: Keep-Alive'],
  ['a body of length 0', 'POST / HTTP/1.1', 'Host: x', 'Content-Length: 0'],
] as const)
  test(`parses ${title}`, (t) => {
    t.like(read(...lines), { target: '/', headers: { bodyLength: 0, keepsAlive: true } })
  })

test('Connection: close ends the connection after the response', (t) => {
  t.like(read('GET / HTTP/1.1', 'Host: x', 'Connection: close'), { headers: { keepsAlive: false } })
})

test('a length of 15 digits is parsed', (t) => {
  t.is(read('POST / HTTP/1.1', 'Host: x', `Content-Length: ${'9'.repeat(15)}`)?.headers.bodyLength, 999_999_999_999_999)
})

/** Returns the properties of a request head that the product uses, as Node's server parses it. */
async function asNodeReads(head: string): Promise<unknown> {
  const seen = Promise.withResolvers<unknown>()
  const show: RequestListener = ({ method, url: target, rawHeaders, headers, headersDistinct }) =>
    seen.resolve({ method, target, rawHeaders, headers, headersDistinct: { ...headersDistinct } })
  const server = createServer(show).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`${head}\r\n`, 'latin1')
  const read = await seen.promise
  socket.destroy()
  server.close()
  return read
}

for (const [title, ...lines] of [
  ['few headers', 'GET /a/b?c=d HTTP/1.1', 'Host: x'],
  ['spaces around values', 'GET / HTTP/1.1', 'Host:x', 'A: \t b \t ', 'B:', 'C: '],
  ['all characters of a name', 'GET / HTTP/1.1', 'Host: x', "!#$%&'*+-.^_`|~09AZaz: 1"],
  ['all characters of a value', 'GET / HTTP/1.1', 'Host: x', `A: ${latin1()}`],
  ['all characters of a target', `GET /${visible()} HTTP/1.1`, 'Host: x'],
  ['a Cookie', 'GET / HTTP/1.1', 'Host: x', 'Cookie: a=1; b=2', 'Set-Cookie: odd'],
] as const) {
  test(`parses ${title} as Node does`, async (t) => {
    const ours = read(...lines)
    t.truthy(ours)
    t.like(await asNodeReads(textOf(lines)), {
      method: ours?.method,
      target: ours?.target,
      rawHeaders: ours?.headers.rawHeaders,
    })
  })
}

function latin1(): string {
  const codes = Array.from({ length: 256 }, (_, code) => code)
  return String.fromCharCode(...codes.filter((code) => (code >= 0x20 && code < 0x7f) || code >= 0x80)).trim()
}

function visible(): string {
  const codes = Array.from({ length: 0x7f - 0x24 }, (_, index) => index + 0x24)
  return `!${String.fromCharCode(...codes)}`
}
