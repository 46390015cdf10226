import test, { type ExecutionContext } from 'ava'
import { serve } from '../../data-plane/_support/loaded.ts'
import { startBackend } from '../../data-plane/_support/servers.ts'

const filter = `schema: { type: object, additionalProperties: false, properties: { size: { type: integer }, colours: { type: array, items: { type: string, enum: [red, blue] } } } }`
const form = `{ type: object, required: [name], additionalProperties: false, properties: { name: { type: string, minLength: 1 }, age: { type: integer, minimum: 0 }, tags: { type: array, maxItems: 2, items: { type: string } }, news: { type: boolean } } }`

const openApi3 = (upstream: string) => `openapi: 3.0.3
servers: [{ url: /fields/v1 }]
info: { title: Fields, version: 1.0.0, x-ibm-name: customers }
security: []
paths:
  /deep: { get: { parameters: [{ name: f, in: query, required: true, style: deepObject, ${filter} }], responses: {} } }
  /form: { get: { parameters: [{ name: f, in: query, ${filter} }], responses: {} } }
  /flat: { get: { parameters: [{ name: f, in: query, explode: false, ${filter} }], responses: {} } }
  /pairs: { get: { parameters: [{ name: X-F, in: header, explode: true, ${filter} }], responses: {} } }
  /at/{f}: { get: { parameters: [{ name: f, in: path, required: true, ${filter} }], responses: {} } }
  /cookie: { get: { parameters: [{ name: visits, in: cookie, required: true, schema: { type: integer } }], responses: {} } }
  /send: { post: { requestBody: { content: { application/x-www-form-urlencoded: { schema: ${form} }, multipart/form-data: { schema: ${form} } } }, responses: {} } }
x-ibm-configuration: { assembly: { execute: [{ validate: {} }, { invoke: { target-url: "${upstream}" } }] } }
`

const openApi2 = (upstream: string) => `swagger: "2.0"
basePath: /fields/v1
info: { title: Fields, version: 1.0.0, x-ibm-name: customers }
security: []
paths:
  /send:
    post:
      consumes: [application/x-www-form-urlencoded]
      parameters:
        - { name: name, in: formData, type: string, required: true, minLength: 1 }
        - { name: age, in: formData, type: integer, minimum: 0 }
      responses: {}
x-ibm-configuration: { assembly: { execute: [{ validate: {} }, { invoke: { target-url: "${upstream}" } }] } }
`

async function fields(t: ExecutionContext, file: (upstream: string) => string) {
  const backend = await startBackend((request, response) => {
    request.resume().on('end', () => response.end('{}'))
  })
  t.teardown(backend.close)
  const gateway = await serve(t, { 'apis/customers.yaml': file(backend.url) })
  return async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${gateway.url}/acme/sandbox/fields/v1${path}`, init)
    return answer.status === 422
      ? ((await answer.json()) as { moreInformation: string }).moreInformation
      : answer.status
  }
}

const send = (body: string, type = 'application/x-www-form-urlencoded') => ({
  method: 'POST',
  body,
  headers: { 'content-type': type },
})

test('object parameters are checked in every notation', async (t) => {
  const call = await fields(t, openApi3)
  t.is(await call('/deep?f[size]=3&f[colours]=red&f[colours]=blue'), 200)
  t.is(await call('/deep?f[size]=big'), 'query parameter f.size must be integer')
  t.is(await call('/deep?f[colours]=green'), 'query parameter f.colours[0] must be one of "red", "blue"')
  t.is(await call('/deep?f[weight]=3'), 'query parameter f.weight is not a known member')
  t.is(await call('/deep?f[__proto__]=3'), 'query parameter f.__proto__ is not a known member')
  t.is(await call('/deep?size=3'), 'query parameter f is missing')
  t.is(await call('/form?size=3&other=x'), 200)
  t.is(await call('/form?size=big'), 'query parameter f.size must be integer')
  t.is(await call('/form'), 200)
  t.is(await call('/flat?f=size,3'), 200)
  t.is(await call('/flat?f=size,big'), 'query parameter f.size must be integer')
  t.is(await call('/flat?f=size'), 'query parameter f must be a list of members and values in pairs')
  t.is(await call('/pairs', { headers: { 'x-f': 'size=3' } }), 200)
  t.is(await call('/pairs', { headers: { 'x-f': 'size=big' } }), 'header parameter X-F.size must be integer')
  t.is(await call('/at/size,3'), 200)
  t.is(await call('/at/size,big'), 'path parameter f.size must be integer')
})

test('a repeated member is a list', async (t) => {
  const call = await fields(t, openApi3)
  t.is(await call('/deep?f[size]=3&f[size]=4'), 'query parameter f.size must be integer')
})

test('cookies are checked as parameters', async (t) => {
  const call = await fields(t, openApi3)
  t.is(await call('/cookie', { headers: { cookie: 'a=b; visits=7' } }), 200)
  t.is(await call('/cookie', { headers: { cookie: 'visits=many' } }), 'cookie parameter visits must be integer')
  t.is(await call('/cookie', { headers: { cookie: 'revisits=7' } }), 'cookie parameter visits is missing')
})

for (const [version, file] of [
  ['OpenAPI 3.0', openApi3],
  ['OpenAPI 2.0', openApi2],
] as const) {
  test(`${version}: form fields are parsed as numbers and booleans`, async (t) => {
    const call = await fields(t, file)
    t.is(await call('/send', send('name=Anna&age=7')), 200)
    t.is(await call('/send', send('age=7')), 'body.name is missing')
    t.is(await call('/send', send('name=&age=7')), 'body.name must NOT have fewer than 1 characters')
    t.is(await call('/send', send('name=Anna&age=old')), 'body.age must be integer')
    t.is(await call('/send', send('name=Anna&name=Bob')), 'body.name must be string')
    t.regex(String(await call('/send', send('{}', 'application/json'))), /^the body must be /)
  })
}

test('lists, booleans and unknown fields of a form are checked', async (t) => {
  const call = await fields(t, openApi3)
  t.is(await call('/send', send('name=Anna&tags=a&tags=b&news=true')), 200)
  t.is(await call('/send', send('name=Anna&tags=a&tags=b&tags=c')), 'body.tags must NOT have more than 2 items')
  t.is(await call('/send', send('name=Anna&x=1')), 'body.x is not a known member')
  t.is(await call('/send', send(`name=Anna${'&'.repeat(1_000)}`)), 'body has more than 1000 fields')
})

test('a multipart form passes unchanged', async (t) => {
  const call = await fields(t, openApi3)
  const body = new FormData()
  body.set('age', 'old')
  t.is(await call('/send', { method: 'POST', body }), 200)
})
