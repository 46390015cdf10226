import test from 'ava'
import {
  buildMalformedRequest,
  renderProtocolError,
  sendProtocolError,
  slowBodyError,
  toProtocolError,
} from '../../../../src/shared/http/message/protocol-error.ts'

for (const [code, status] of [
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_INVALID_METHOD', 400],
] as const)
  test(`${code} of the parser is responded to with ${status}`, (t) => {
    const text = 'The request is not well-formed HTTP'
    t.deepEqual(toProtocolError({ code } as never), { status, text, detail: code })
    t.is(toProtocolError({ code, reason: 'why' } as never)?.detail, 'why')
  })

for (const code of ['ECONNRESET', 'ERR_SSL_HPE_', undefined])
  test(`no response is possible after ${code}`, (t) => t.is(toProtocolError({ code } as never), undefined))

test('a body that does not arrive in time is responded to with 408', (t) => t.is(slowBodyError.status, 408))

const body = '{"httpCode":"400","httpMessage":"Bad Request","moreInformation":"Not HTTP \u00e4"}'

test('an error is rendered as a complete response that closes the connection', (t) => {
  const lines = [
    ...['HTTP/1.1 400 Bad Request', 'X-Request-Id: id-1', 'Content-Type: application/json'],
    ...[`Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close', '', body],
  ]
  t.is(renderProtocolError({ status: 400, text: 'Not HTTP \u00e4' }, 'id-1'), lines.join('\r\n'))
  t.regex(renderProtocolError({ status: 999, text: 'x' }, 'id'), /^HTTP\/1\.1 999 Unknown\r\n/)
})

test('an error is sent by a response, whose connection is not kept', (t) => {
  const sent: unknown[] = []
  const response = {
    shouldKeepAlive: true,
    writeHead: (...given: unknown[]) => sent.push(given),
    end: (text: string) => sent.push(text),
  }
  sendProtocolError(response as never, { status: 400, text: 'Not HTTP \u00e4' }, 'id-1')
  t.false(response.shouldKeepAlive)
  t.deepEqual(sent, [
    [
      400,
      { 'X-Request-Id': 'id-1', 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) },
    ],
    body,
  ])
})

test('the record of a rejected request has the detail for the log, or the text for the client', (t) => {
  t.like(buildMalformedRequest({ status: 400, text: 'text', detail: 'detail' }, '10.0.0.1'), {
    status: 400,
    detail: 'detail',
    remote: '10.0.0.1',
  })
  t.is(buildMalformedRequest({ status: 400, text: 'text' }, undefined).detail, 'text')
})
