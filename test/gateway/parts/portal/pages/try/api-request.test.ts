import test from 'ava'
import {
  buildApiRequest,
  findDraftError,
  initialDraft,
} from '../../../../../../src/gateway/parts/portal/pages/try/api-request.ts'
import type { OperationView, RequirementView } from '../../../../../../src/gateway/parts/portal/rest/index.ts'

const operation: OperationView = {
  id: 'change',
  method: 'PUT',
  path: '/customers/{id}/notes/{id}',
  tags: [],
  deprecated: false,
  parameters: [
    { name: 'id', in: 'path', required: true, example: '1' },
    { name: 'max', in: 'query', required: false, example: '10' },
    { name: 'X-Trace', in: 'header', required: true, example: 'abc' },
  ],
  body: { required: true, content: [{ type: 'application/json', example: '{}' }] },
  responses: [],
  security: [],
  examples: [],
}
const api = { basePath: '/acme/sandbox/customers' }
const credentials = { token: 'a.b.c', clientId: 'id', clientSecret: 'secret', name: 'ålice', password: 'p:w' }
const part = { definition: 'd', scopes: [] }
const withToken: RequirementView = { all: [{ ...part, type: 'oauth2' }] }

test('a draft starts with the examples of required values', (t) => {
  t.deepEqual(initialDraft(operation), {
    values: { 'path id': '1', 'query max': '', 'header X-Trace': 'abc' },
    contentType: 'application/json',
    body: '{}',
  })
})

test('every value is encoded for its place', (t) => {
  const draft = {
    values: { 'path id': 'a/b?c#é', 'query max': '1&2=3', 'header X-Trace': 'abc' },
    contentType: 'application/json',
    body: '{"a":1}',
  }
  t.deepEqual(buildApiRequest(api, operation, draft, withToken, credentials), {
    method: 'PUT',
    path: '/acme/sandbox/customers/customers/a%2Fb%3Fc%23%C3%A9/notes/a%2Fb%3Fc%23%C3%A9?max=1%262%3D3',
    headers: [
      ['X-Trace', 'abc'],
      ['Authorization', 'Bearer a.b.c'],
      ['Content-Type', 'application/json'],
    ],
    body: '{"a":1}',
    secrets: ['authorization'],
  })
})

test('empty values are not sent, so that the rejection is visible', (t) => {
  const draft = { ...initialDraft(operation), values: { 'path id': '1' } }
  const { headers, path: address } = buildApiRequest(api, operation, draft, withToken, { ...credentials, token: '' })
  t.is(address, '/acme/sandbox/customers/customers/1/notes/1')
  t.deepEqual(headers, [['Content-Type', 'application/json']])
})

test('keys and Basic credentials are sent where the definition requires them', (t) => {
  const requirement: RequirementView = {
    all: [
      { ...part, type: 'apiKey', key: { in: 'query', name: 'key', is: 'client id' } },
      { ...part, type: 'apiKey', key: { in: 'header', name: 'X-Secret', is: 'client secret' } },
      { ...part, type: 'basic' },
    ],
  }
  const sent = buildApiRequest(api, operation, initialDraft(operation), requirement, credentials)
  const { headers, path: address } = sent
  t.deepEqual(sent.secrets, ['authorization', 'X-Secret'])
  t.true(address.endsWith('?key=id'))
  t.deepEqual(headers.slice(1, 3), [
    ['X-Secret', 'secret'],
    ['Authorization', `Basic ${Buffer.from('ålice:p:w').toString('base64')}`],
  ])
})

test('methods that need a body in browsers have one', (t) => {
  const get = buildApiRequest(api, { ...operation, method: 'GET' }, initialDraft(operation), undefined, credentials)
  t.is(get.body, undefined)
  t.false(get.headers.some(([name]) => name === 'Content-Type'))
})

for (const [value, fault] of [
  ['', 'The path needs a value for id.'],
  ['..', '".." in a path means a folder: id cannot be it.'],
  ['1', undefined],
] as const) {
  test(`${JSON.stringify(value)} as a part of the path: ${fault ?? 'fine'}`, (t) => {
    t.is(findDraftError(operation, { ...initialDraft(operation), values: { 'path id': value } }), fault)
  })
}
