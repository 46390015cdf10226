import test from 'ava'
import { buildSampleRequest } from '../../../../../../src/gateway/parts/portal/pages/samples/sample-request.ts'
import type { OperationView } from '../../../../../../src/gateway/parts/portal/rest/index.ts'

const api = { basePath: '/acme/sandbox/shop', server: 'http://127.0.0.1:8080/acme/sandbox/shop' }
const operation: OperationView = {
  id: 'change',
  method: 'PUT',
  path: '/orders/{id}',
  tags: [],
  deprecated: false,
  responses: [],
  examples: [],
  parameters: [
    { name: 'id', in: 'path', required: true, example: '7' },
    { name: 'dry', in: 'query', required: false, example: 'true' },
  ],
  security: [
    {
      all: [
        { definition: 'oauth', type: 'oauth2', scopes: [], provider: 'p' },
        { definition: 'key', type: 'apiKey', scopes: [], key: { in: 'header', name: 'X-Id', is: 'client id' } },
      ],
    },
  ],
}
const draft = { values: { 'path id': 'a/b', 'query dry': 'false' }, contentType: 'application/json', body: '{}' }

test('samples contain the values and the credentials of the reader', (t) => {
  t.deepEqual(buildSampleRequest(api, operation, draft, { token: 'mine', clientId: 'shop' }), {
    method: 'PUT',
    url: 'http://127.0.0.1:8080/acme/sandbox/shop/orders/a%2Fb?dry=false',
    headers: [
      ['Authorization', 'Bearer mine'],
      ['X-Id', 'shop'],
      ['Content-Type', 'application/json'],
    ],
    basic: false,
    certificate: false,
    body: '{}',
  })
})

test('placeholders stand for credentials that the reader does not have, and examples for missing values', (t) => {
  const { url, headers } = buildSampleRequest(api, operation, { ...draft, values: {} }, {})
  t.is(url, 'http://127.0.0.1:8080/acme/sandbox/shop/orders/7')
  t.deepEqual(headers.slice(0, 2), [
    ['Authorization', 'Bearer ACCESS_TOKEN'],
    ['X-Id', 'CLIENT_ID'],
  ])
})
