import test from 'ava'
import { ibmmqDialect, vendormqDialect } from '../../../../src/mq/web/context/rest-dialect.ts'
import {
  isAllowedOrigin,
  isPreflight,
  renderCorsHeaders,
  renderPreflightHeaders,
} from '../../../../src/mq/web/http/cors.ts'
import { createRequest } from './_exchange.ts'

const origin = 'https://page.example'
const properties = { mqRestCorsAllowedOrigins: `https://other.example, ${origin}`, mqRestCorsMaxAgeInSeconds: 300 }

for (const [allowed, isAllowed] of [
  ['*', true],
  [origin, true],
  ['HTTPS://PAGE.example', true],
  [`https://other.example , * `, true],
  [`https://other.example, ${origin} `, true],
  ['https://other.example', false],
  [`${origin}:8443`, false],
  ['', false],
] as const) {
  test(`the allowed origins ${JSON.stringify(allowed)} ${isAllowed ? 'contain' : 'do not contain'} ${origin}`, (t) => {
    t.is(isAllowedOrigin(origin, { mqRestCorsAllowedOrigins: allowed }), isAllowed)
  })
}

test('an allowed page may read the response and its headers, with credentials', (t) => {
  const headers = renderCorsHeaders(createRequest({ headers: { origin } }), properties, ibmmqDialect)
  t.like(headers, { Vary: 'Origin', 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' })
  const exposed = headers?.['Access-Control-Expose-Headers']?.split(', ')
  t.deepEqual(exposed, [
    ...['ibm-mq-md-messageId', 'ibm-mq-md-correlationId', 'ibm-mq-md-expiry', 'ibm-mq-md-persistence'],
    ...['ibm-mq-md-priority', 'ibm-mq-md-replyTo', 'ibm-mq-usr', 'location'],
    ...['retry-after', 'idempotent-replayed', 'sluice-messages', 'traceparent', 'tracestate'],
  ])
})

test('another page gets no header but Vary', (t) => {
  const request = createRequest({ headers: { origin: 'https://evil.example' } })
  t.deepEqual(renderCorsHeaders(request, properties, ibmmqDialect), { Vary: 'Origin' })
})

test('without an origin, or without allowed origins, there are no headers', (t) => {
  t.is(renderCorsHeaders(createRequest(), properties, ibmmqDialect), undefined)
  const none = { ...properties, mqRestCorsAllowedOrigins: '' }
  t.is(renderCorsHeaders(createRequest({ headers: { origin } }), none, ibmmqDialect), undefined)
})

test('a preflight is answered with the methods and the headers of the dialect, and those of CloudEvents', (t) => {
  const asked = 'CE-Type, ce-partitionkey,x-ce-id, ce-, ce-bad_name'
  const request = createRequest({ method: 'OPTIONS', headers: { 'access-control-request-headers': asked } })
  const headers = renderPreflightHeaders(request, properties, vendormqDialect)
  t.is(headers['Access-Control-Max-Age'], '300')
  t.is(headers['Access-Control-Allow-Methods'], 'GET, POST, PATCH, DELETE')
  const allowed = headers['Access-Control-Allow-Headers']?.split(', ') ?? []
  t.deepEqual(
    allowed.filter((name) => /^(x-)?ce-/.test(name)),
    ['ce-type', 'ce-partitionkey'],
  )
  for (const name of ['content-type', 'authorization', 'traceparent', 'vendor-mq-rest-csrf-token'])
    t.true(allowed.includes(name), name)
})

for (const [method, headers, isOne] of [
  ['OPTIONS', { 'access-control-request-method': 'POST' }, true],
  ['OPTIONS', {}, false],
  ['GET', { 'access-control-request-method': 'POST' }, false],
  ['GET', {}, false],
] as const) {
  test(`${method} with ${JSON.stringify(headers)} is ${isOne ? 'a' : 'no'} preflight`, (t) => {
    t.is(isPreflight(createRequest({ method, headers })), isOne)
  })
}
