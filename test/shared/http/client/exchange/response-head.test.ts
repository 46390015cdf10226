import test from 'ava'
import { MalformedResponseError } from '../../../../../src/shared/http/client/exchange/errors.ts'
import {
  interpretResponseHead,
  parseResponseHead,
} from '../../../../../src/shared/http/client/exchange/response-head.ts'
import { RenderedHeaders } from '../../../../../src/shared/http/message/header-lines.ts'

const parse = (lines: readonly string[], version = '1.1') =>
  parseResponseHead([`HTTP/${version} 200 OK`, ...lines, ''].join('\r\n'))

const malformed = (message: string) => ({ instanceOf: MalformedResponseError, message })

test('a head without headers says how the connection goes on by its version alone', (t) => {
  const head = {
    status: 200,
    headers: [],
    contentLength: Number.NaN,
    isChunked: false,
    keepAliveSeconds: undefined,
    upgrade: undefined,
    rendered: new RenderedHeaders([]),
  }
  t.deepEqual(parse([]), { ...head, isPersistent: true })
  t.deepEqual(parse([], '1.0'), { ...head, isPersistent: false })
})

for (const [version, connection, isPersistent] of [
  ['1.1', 'close', false],
  ['1.1', 'keep-alive', true],
  ['1.1', 'X-Hop', true],
  ['1.0', 'close', false],
  ['1.0', 'keep-alive', true],
  ['1.0', 'X-Hop', false],
] as const)
  test(`HTTP/${version} with Connection: ${connection} ${isPersistent ? 'keeps' : 'closes'} the connection`, (t) => {
    t.is(parse([`Connection: ${connection}`], version).isPersistent, isPersistent)
  })

test('several Connection headers count together', (t) => {
  const head = parse(['A: 1', 'Connection: x-a', 'X-A: 2', 'CONNECTION: X-B, close', 'x-b: 3', 'B: 4'])
  t.like(head, { headers: ['A', '1', 'B', '4'], isPersistent: false })
})

test('hop-by-hop headers are removed, and those of the connection are interpreted', (t) => {
  const head = parse([
    'Proxy-Connection: a',
    'TE: b',
    'Trailer: c',
    'Keep-Alive: timeout=7',
    'Upgrade: h2c',
    'X: y',
    'Content-Length: 12',
  ])
  t.like(head, {
    headers: ['X', 'y', 'Content-Length', '12'],
    contentLength: 12,
    keepAliveSeconds: 7,
    upgrade: 'h2c',
    isChunked: false,
  })
  const chunked = parse(['Transfer-Encoding: CHUNKED'])
  t.like(chunked, { headers: [], isChunked: true })
  t.is(chunked.contentLength, Number.NaN)
})

test('only the headers that Connection names are removed', (t) => {
  t.deepEqual(parse(['undefined: a', 'close: b', 'Connection: close']).headers, ['undefined', 'a', 'close', 'b'])
})

test('names of properties of objects are ordinary headers', (t) => {
  t.deepEqual(parse(['constructor: a', 'toString: b']).headers, ['constructor', 'a', 'toString', 'b'])
})

test('a Content-Length has up to 15 digits', (t) => {
  t.is(parse([`Content-Length: ${'9'.repeat(15)}`]).contentLength, 999_999_999_999_999)
  t.throws(() => parse([`Content-Length: ${'0'.repeat(16)}`]), malformed('Content-Length is too large'))
})

for (const [lines, message] of [
  [['Content-Length: 1', 'content-length: 1'], 'Content-Length is not one number'],
  [['Content-Length: 1x'], 'Content-Length is not one number'],
  [['Transfer-Encoding: chunked', 'transfer-encoding: chunked'], 'the transfer coding is not chunked alone'],
  [['Transfer-Encoding: identity'], 'the transfer coding is not chunked alone'],
  [['Transfer-Encoding: \tchunked'], 'the transfer coding is not chunked alone'],
  [['transfer-encoding:chunked\t'], 'the transfer coding is not chunked alone'],
  [['Transfer-Encoding: chunked', 'Content-Length: 1'], 'a transfer coding is not allowed here'],
  [['Content-Length: 1', 'Transfer-Encoding: chunked'], 'a transfer coding is not allowed here'],
  [['A b'], 'a header of the response is not well-formed'],
] as const)
  test(`the headers ${JSON.stringify(lines)} are malformed`, (t) => {
    t.throws(() => parse(lines), malformed(message))
  })

test('a tab elsewhere does not make a transfer coding malformed', (t) => {
  t.true(parse(['A: \tb', 'Transfer-Encoding: chunked', 'B: c\t']).isChunked)
})

test('HTTP/1.0 has no transfer codings', (t) => {
  const message = 'a transfer coding is not allowed here'
  t.throws(() => parse(['Transfer-Encoding: chunked'], '1.0'), malformed(message))
  const rawHeaders = ['Transfer-Encoding', 'chunked']
  t.true(interpretResponseHead({ status: 200, version: '1.1', rawHeaders }).isChunked)
})

for (const line of ['HTTP/1.2 200 OK', 'HTTP/1.1 099 OK', 'HTTP/1.1 2000', 'HTTP/1.1  200', 'http/1.1 200 OK', ''])
  test(`the status line ${JSON.stringify(line)} is malformed`, (t) => {
    t.throws(
      () => parseResponseHead(`${line}\r\n`),
      malformed('the response does not begin with a status line of HTTP/1.1'),
    )
  })

test('a status has three digits from 100 to 999', (t) => {
  for (const status of [100, 599, 999]) t.is(parseResponseHead(`HTTP/1.1 ${status}\r\n`).status, status)
})
