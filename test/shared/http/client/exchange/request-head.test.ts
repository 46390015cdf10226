import { Readable } from 'node:stream'
import test from 'ava'
import { InvalidRequestError } from '../../../../../src/shared/http/client/exchange/errors.ts'
import { renderRequestHead } from '../../../../../src/shared/http/client/exchange/request-head.ts'
import type { OutgoingRequest } from '../../../../../src/shared/http/client/exchange/types.ts'

function head(request: Partial<OutgoingRequest>) {
  return renderRequestHead({ method: 'GET', path: '/a?b', headers: [], ...request }, 'backend:81')
}

const keep = 'host: backend:81\r\nconnection: keep-alive\r\n'
const close = 'host: backend:81\r\nconnection: close\r\n'

for (const [what, request, text] of [
  ['a GET', {}, `GET /a?b HTTP/1.1\r\n${keep}\r\n`],
  ['fields', { headers: ['A', 'b', 'a', 'c'] }, `GET /a?b HTTP/1.1\r\n${keep}A: b\r\na: c\r\n\r\n`],
  ['a host of its own', { headers: ['Host', 'x'] }, 'GET /a?b HTTP/1.1\r\nhost: x\r\nconnection: keep-alive\r\n\r\n'],
  ['the last request', { closeConnection: true }, `GET /a?b HTTP/1.1\r\n${close}\r\n`],
  ['a HEAD', { method: 'HEAD' }, `HEAD /a?b HTTP/1.1\r\n${close}\r\n`],
  ['a POST without a body', { method: 'POST' }, `POST /a?b HTTP/1.1\r\n${keep}content-length: 0\r\n\r\n`],
  ['a body', { method: 'POST', body: Buffer.from('abc') }, `POST /a?b HTTP/1.1\r\n${keep}content-length: 3\r\n\r\n`],
  ['a body of a GET', { body: Buffer.from('abc') }, `GET /a?b HTTP/1.1\r\n${close}content-length: 3\r\n\r\n`],
  [
    'a stream of a length',
    { method: 'PUT', headers: ['Content-Length', '5'], body: Readable.from([]) },
    `PUT /a?b HTTP/1.1\r\n${keep}content-length: 5\r\n\r\n`,
  ],
  [
    'a stream',
    { method: 'PUT', body: Readable.from([]) },
    `PUT /a?b HTTP/1.1\r\n${keep}transfer-encoding: chunked\r\n\r\n`,
  ],
  [
    'a switch of protocols',
    { upgrade: 'websocket' },
    'GET /a?b HTTP/1.1\r\nhost: backend:81\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
  ],
] as const) {
  test(`renders ${what}`, (t) => {
    t.is(head({ ...request, headers: 'headers' in request ? [...request.headers] : [] }).text, text)
  })
}

for (const [what, request] of [
  ['a line end in a value', { headers: ['A', 'b\r\nEvil: c'] }],
  ['a bare line feed in a value', { headers: ['A', 'b\nEvil: c'] }],
  ['a zero byte in a value', { headers: ['A', '\0'] }],
  ['a value that is not latin1', { headers: ['A', '\u{560d}\u{560a}'] }],
  ['a line end in a name', { headers: ['A: b\r\nEvil', 'c'] }],
  ['a colon in a name', { headers: ['A:', 'b'] }],
  ['an empty name', { headers: ['', 'b'] }],
  ['a space in a name', { headers: ['Transfer-Encoding ', 'chunked'] }],
  ['a coding of its own', { headers: ['transfer-ENCODING', 'chunked'] }],
  ['a Connection of its own', { headers: ['Connection', 'close'] }],
  ['an Upgrade of its own', { headers: ['Upgrade', 'h2c'] }],
  ['an Expect', { headers: ['Expect', '100-continue'] }],
  ['two hosts', { headers: ['Host', 'a', 'host', 'a'] }],
  ['two lengths', { headers: ['Content-Length', '0', 'content-length', '0'] }],
  ['a length that is no number', { headers: ['Content-Length', '0x0'] }],
  ['a length without a body', { headers: ['Content-Length', '1'] }],
  ['the length of another body', { headers: ['Content-Length', '2'], body: Buffer.from('abc') }],
  ['a space in the path', { path: '/a HTTP/1.1\r\nEvil: b' }],
  ['a path that is none', { path: 'http://elsewhere/' }],
  ['a path that is not latin1', { path: '/\u{560d}\u{560a}' }],
  ['a space in the method', { method: 'GET /evil' }],
  ['a line end in the protocol', { upgrade: 'a\r\nEvil: b' }],
] as const) {
  test(`rejects ${what}`, (t) => {
    t.throws(() => head({ ...request, headers: 'headers' in request ? [...request.headers] : [] }), {
      instanceOf: InvalidRequestError,
    })
  })
}

for (const [what, request, closesConnection] of [
  ['a GET', {}, false],
  ['a POST with a body', { method: 'POST', body: Buffer.from('a') }, false],
  ['closeConnection', { closeConnection: true }, true],
  ['closeConnection set to false', { closeConnection: false }, false],
  ['a switch of protocols', { upgrade: 'websocket' }, true],
  ['a HEAD', { method: 'HEAD' }, true],
  ['a body of a DELETE', { method: 'DELETE', body: Buffer.from('a') }, true],
] as const) {
  test(`${what} ${closesConnection ? 'prevents' : 'allows'} reuse of the connection`, (t) => {
    t.is(head(request).closesConnection, closesConnection)
  })
}

test('the announced length of a stream is returned, and is undefined for a stream in chunks', (t) => {
  const stream = { method: 'PUT', body: Readable.from([]) }
  t.is(head({ ...stream, headers: ['A', 'b', 'content-LENGTH', '15'] }).contentLength, 15)
  t.is(head({ ...stream, headers: ['A', 'b'] }).contentLength, undefined)
})

test('a length that is the one of the body is sent once', (t) => {
  const { text } = head({ method: 'POST', headers: ['Content-Length', '3'], body: Buffer.from('abc') })
  t.is(text, `POST /a?b HTTP/1.1\r\n${keep}content-length: 3\r\n\r\n`)
  t.false(head({ headers: ['Content-Length', '0'] }).text.includes('content-length'))
})

test('the length of every body is sent, also of one byte with a method that usually has none', (t) => {
  for (const length of [1, 2])
    t.true(head({ body: Buffer.alloc(length) }).text.endsWith(`\r\ncontent-length: ${length}\r\n\r\n`))
})
