import test from 'ava'
import { parse } from 'yaml'
import { renderExchangeTest } from '../../../../../../src/gateway/parts/portal/pages/try/build-test.ts'
import type { ApiExchange } from '../../../../../../src/gateway/parts/portal/pages/try/send-api-request.ts'

const claims = { client_id: 'shop-id', sub: 'ålice', scope: 'customer mq.put' }
const token = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`
const exchange: ApiExchange = {
  request: {
    method: 'POST',
    path: '/acme/sandbox/customers?max=1&key=my-secret',
    headers: [
      ['X-Trace', 'abc'],
      ['Authorization', `Bearer ${token}`],
      ['Content-Type', 'application/json'],
      ['X-Secret', 'my-secret'],
    ],
    body: '{"firstname":"Ada"}',
    secrets: ['authorization', 'X-Secret', 'key'],
  },
  at: '2026-01-01T00:00:00Z',
  status: 201,
  statusText: 'Created',
  headers: [
    ['content-type', 'application/json'],
    ['x-request-id', 'r-1'],
  ],
  body: new TextEncoder().encode('{"id":7}'),
  truncated: false,
  headMs: 1,
  totalMs: 2,
  requestId: 'r-1',
}

test('a test has the request, the claims of its token and the response, and no secret', (t) => {
  const text = renderExchangeTest(exchange)
  t.false(text.includes('my-secret') || text.includes(token))
  const file = parse(text)
  t.deepEqual(file.tests, [
    {
      name: 'POST /acme/sandbox/customers: 201',
      request: 'POST /acme/sandbox/customers?max=1',
      headers: { 'X-Trace': 'abc', 'Content-Type': 'application/json' },
      body: { firstname: 'Ada' },
      token: { client: 'shop-id', user: 'ålice', scopes: ['customer', 'mq.put'] },
      upstreams: [{ request: 'POST *', status: 201, headers: { 'content-type': 'application/json' }, body: { id: 7 } }],
      expect: { status: 201 },
    },
  ])
})

test('a long body, a text and a token of another format leave a test that can be read', (t) => {
  const request = { ...exchange.request, headers: [['Authorization', 'Bearer abc'] as const], body: 'plain' }
  const [long] = parse(renderExchangeTest({ ...exchange, request, truncated: true })).tests
  t.deepEqual(long.upstreams, [{ request: 'POST *', status: 201, headers: { 'content-type': 'application/json' } }])
  t.is(long.body, 'plain')
  t.false('token' in long || 'headers' in long)
})
