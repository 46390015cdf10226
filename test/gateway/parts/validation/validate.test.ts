import { gzipSync } from 'node:zlib'
import test, { type ExecutionContext } from 'ava'
import type { Files } from '../../config/_support/folder.ts'
import { findProblemLines, serve } from '../../data-plane/_support/loaded.ts'
import { bodyOf, startBackend } from '../../data-plane/_support/servers.ts'

const customer = `
      type: object
      required: [firstname, id]
      additionalProperties: false
      properties:
        id: { type: integer, readOnly: true }
        firstname: { type: string, minLength: 1 }
        nick: { type: string, nullable: true }
        age: { type: integer, minimum: 0, exclusiveMinimum: true }
        friends: { type: array, items: { $ref: "REF" } }`

interface Parts {
  head: string
  paths: string
  schemas: string
  execute?: string
}

function apiFile(backend: string, { head, paths, schemas, execute = '- validate: {}' }: Parts): Files {
  return {
    'apis/customers.yaml': `${head}
info: { title: Customers, version: 1.0.0, x-ibm-name: customers }
security: []
paths:
${paths}
${schemas}
x-ibm-configuration:
  assembly:
    execute:
      ${execute}
      - invoke: { target-url: "${backend}$(request.search)" }
`,
  }
}

const versions = {
  'OpenAPI 2.0': (backend: string, execute?: string) =>
    apiFile(backend, {
      head: 'swagger: "2.0"\nbasePath: /customers/v1\nconsumes: [application/json]',
      schemas: `definitions:\n    Customer:${customer.replace('REF', '#/definitions/Customer')}`,
      paths: `  /customers:
    get:
      parameters:
        - { name: max, in: query, type: integer, maximum: 100 }
        - { name: sort, in: query, type: array, items: { type: string, enum: [up, down] } }
        - { name: X-Tenant, in: header, type: string, pattern: '^t\\d+$' }
      responses: { "200": { description: ok, schema: { type: array } } }
    post:
      parameters:
        - { name: body, in: body, required: true, schema: { $ref: "#/definitions/Customer" } }
      responses: { "200": { description: ok, schema: { $ref: "#/definitions/Customer" } } }
  /customers/{id}:
    parameters: [{ name: id, in: path, required: true, type: integer }]
    get: { responses: { default: { description: ok } } }`,
      ...(execute ? { execute } : {}),
    }),
  'OpenAPI 3.0': (backend: string, execute?: string) =>
    apiFile(backend, {
      head: 'openapi: 3.0.3\nservers: [{ url: /customers/v1 }]',
      schemas: `components:\n  parameters:\n    Max: { name: max, in: query, schema: { type: integer, maximum: 100 } }\n  schemas:\n    Customer:${customer.replace('REF', '#/components/schemas/Customer')}`,
      paths: `  /customers:
    get:
      parameters:
        - $ref: "#/components/parameters/Max"
        - { name: sort, in: query, explode: false, schema: { type: array, items: { type: string, enum: [up, down] } } }
        - { name: X-Tenant, in: header, schema: { type: string, pattern: '^t\\d+$' } }
      responses: { "2XX": { description: ok, content: { application/json: { schema: { type: array } } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Customer" } } } }
      responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Customer" } } } } }
  /customers/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { responses: { default: { description: ok } } }`,
      ...(execute ? { execute } : {}),
    }),
}
type Version = keyof typeof versions

async function customers(t: ExecutionContext, version: Version, answer = '[]', execute?: string) {
  const met: string[] = []
  const backend = await startBackend(async (request, response) => {
    met.push(await bodyOf(request))
    response.setHeader('content-type', 'application/json').end(answer)
  })
  t.teardown(backend.close)
  const gateway = await serve(t, versions[version](backend.url, execute))
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${gateway.url}/acme/sandbox/customers/v1${path}`, init)
    const text = await response.text()
    return [response.status, response.ok ? text : JSON.parse(text).moreInformation] as const
  }
  return { call, met, gateway }
}

const post = (body: string, type = 'application/json'): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': type },
  body,
})

for (const version of Object.keys(versions) as Version[]) {
  for (const [title, path, init, complaint] of [
    ['a number that is none', '/customers?max=ten', {}, 'query parameter max must be integer'],
    ['a number that is too large', '/customers?max=101', {}, 'query parameter max must be <= 100'],
    ['a parameter twice', '/customers?max=1&max=2', {}, 'query parameter max occurs more than once'],
    ['a list with a wrong value', '/customers?sort=up,left', {}, 'query parameter sort[1] must be one of "up", "down"'],
    [
      'a header that does not match its pattern',
      '/customers',
      { headers: { 'x-tenant': 'x' } },
      'header parameter X-Tenant must match pattern "^t\\d+$"',
    ],
    ['a path with a wrong value', '/customers/anna', {}, 'path parameter id must be integer'],
    ['no body', '/customers', { method: 'POST' }, 'the body is missing'],
    ['a body of another type', '/customers', post('<a/>', 'text/xml'), 'the body must be application/json'],
    ['a body that is no JSON', '/customers', post('{'), 'body is not well-formed JSON'],
    ['a body without a member', '/customers', post('{}'), 'body.firstname is missing'],
    ['a body with an unknown member', '/customers', post('{"firstname":"a","x":1}'), 'body.x is not a known member'],
    ['null where it may not be', '/customers', post('{"firstname":null}'), 'body.firstname must be string'],
    ['a limit that is not included', '/customers', post('{"firstname":"a","age":0}'), 'body.age must be > 0'],
    [
      'a fault deep inside',
      '/customers',
      post('{"firstname":"a","friends":[{"firstname":"b","friends":[{"firstname":""}]}]}'),
      'body.friends[0].friends[0].firstname must NOT have fewer than 1 characters',
    ],
  ] as const) {
    test(`${version}: ${title} is a 422 with the reason`, async (t) => {
      const { call, met } = await customers(t, version)
      t.deepEqual(await call(path, init), [422, complaint])
      t.deepEqual(met, [], 'nothing of it reaches the API')
    })
  }

  test(`${version}: a valid message passes unchanged`, async (t) => {
    const { call, met } = await customers(t, version)
    t.is((await call('/customers?max=100&sort=up,down', { headers: { 'x-tenant': 't7' } }))[0], 200)
    t.is((await call('/customers/7'))[0], 200)
    const body = '{ "firstname": "Anna", "nick": null }'
    t.is((await call('/customers', post(body, 'application/json; charset=utf-8')))[0], 200)
    t.is(met.at(-1), body)
  })

  test(`${version}: a response without a whole body has nothing to validate`, async (t) => {
    const backend = await startBackend((request, response) => {
      const status = Number(new URLSearchParams(request.url?.split('?')[1]).get('status'))
      response.writeHead(status, { 'content-type': 'application/json' }).end(status === 206 ? '[1,' : undefined)
    })
    t.teardown(backend.close)
    const files = versions[version](
      backend.url,
      `- invoke: { target-url: "${backend.url}$(request.search)" }\n      - validate: {}`,
    )
    const gateway = await serve(t, files)
    const call = async (status: number, method = 'GET') =>
      (await fetch(`${gateway.url}/acme/sandbox/customers/v1/customers?status=${status}`, { method })).status
    for (const status of [204, 206, 304]) t.is(await call(status), status)
    t.is(await call(200, 'HEAD'), 200)
  })

  test(`${version}: a response that violates the contract is a 502`, async (t) => {
    const execute = '- invoke: { target-url: "$(upstream)" }\n      - validate: {}'
    const backend = await startBackend((_, response) => {
      response.setHeader('content-type', 'application/json').setHeader('content-encoding', 'gzip')
      response.end(gzipSync('{"secret":1}'))
    })
    t.teardown(backend.close)
    const { call, gateway } = await customers(t, version, '[]', execute.replace('$(upstream)', backend.url))
    t.deepEqual(await call('/customers'), [502, 'The API responded with a message that does not match its definition'])
    const [record] = await gateway.recorded()
    t.like(record, { reason: 'answer_invalid', detail: 'body must be array' })
  })
}

test('a body is checked against a named schema', async (t) => {
  const { call } = await customers(
    t,
    'OpenAPI 2.0',
    '[]',
    "- validate: { validate-against: definition, definition: '#/definitions/Customer' }",
  )
  t.deepEqual(await call('/customers', post('[]')), [422, 'body must be object'])
})

const ofCustomer = "validate-against: definition, definition: '#/definitions/Customer'"

for (const [title, execute, status] of [
  ['the request, after another policy has replaced it', '{ input: request, output: request', 422],
  ['the message', '{ input: message', 200],
  ['a variable', '{ input: my', 422],
] as const) {
  test(`the body of ${title} is checked where input names it`, async (t) => {
    const set = `- set-variable: { actions: [{ set: message.body, value: '{"firstname":"Anna"}' }, { set: my.body, value: '[]' }] }`
    const { call } = await customers(t, 'OpenAPI 2.0', '[]', `${set}\n      - validate: ${execute}, ${ofCustomer} }`)
    t.is((await call('/customers', post('{"lastname":"Bell"}')))[0], status)
  })
}

test('an output that is another message is an error', async (t) => {
  const files = versions['OpenAPI 2.0']('http://backend.example', `- validate: { output: my, ${ofCustomer} }`)
  const lines = await findProblemLines(t, files)
  t.regex(lines.join('\n'), /output must be message, the name of input - found "my"/)
})

test('body-param checks only the body', async (t) => {
  const { call } = await customers(t, 'OpenAPI 3.0', '[]', '- validate: { validate-against: body-param }')
  t.is((await call('/customers?max=ten'))[0], 200)
  t.is((await call('/customers', post('{}')))[0], 422)
})

test('a body above payload-limit is a 413', async (t) => {
  const { call } = await customers(t, 'OpenAPI 2.0', '[]', '- validate: { payload-limit: 10 }')
  t.is((await call('/customers', post('{"firstname":"Anna"}')))[0], 413)
})

test('a deeply nested body is a 422', async (t) => {
  const { call } = await customers(t, 'OpenAPI 2.0')
  const deep = '{"firstname":"a","friends":['.repeat(20_000) + ']}'.repeat(20_000)
  t.is((await call('/customers', post(deep)))[0], 422)
})

for (const [title, change, complaint] of [
  [
    'a $ref to nothing',
    ['"#/definitions/Customer" } }\n      responses', '"#/definitions/Customr" } }\n      responses'],
    /apis\/customers.yaml:16:67 .*\$ref "#\/definitions\/Customr" points to nothing/,
  ],
  [
    'a type that does not exist',
    ['type: string, minLength', 'type: text, minLength'],
    /apis\/customers.yaml:\d+:\d+ is not a valid schema: it.properties.firstname.type must be/,
  ],
  [
    'a pattern that is no regular expression',
    ["'^t\\d+$'", "'^(t'"],
    /apis\/customers.yaml:12:\d+ the schema cannot be used: Invalid regular expression/,
  ],
] as const) {
  test(`${title} is an error of the document with its location`, async (t) => {
    const files = versions['OpenAPI 2.0']('http://backend.example')
    const text = String(files['apis/customers.yaml']).replace(change[0], change[1])
    const lines = (await findProblemLines(t, { 'apis/customers.yaml': text })).filter(
      (line) => !line.includes('warning'),
    )
    t.is(lines.length, 1)
    t.regex(lines[0] ?? '', complaint)
  })
}

for (const [title, settings, problem] of [
  [
    'a definition that the document does not have',
    "validate-against: definition, definition: '#/definitions/Custmer'",
    /^apis\/customers\.yaml:(\d+):63 validate: definition "#\/definitions\/Custmer" points to nothing$/,
  ],
  [
    'a definition outside the document',
    "validate-against: definition, definition: '#Customer'",
    /^apis\/customers\.yaml:(\d+):63 validate: definition must point into this document, "#\/\.\.\." - found "#Customer"$/,
  ],
  [
    'a definition that is neither a pointer nor a message',
    'definition: Customer',
    /^apis\/customers\.yaml:(\d+):33 definition must be #\/definitions\/NAME, request or response - found "Customer"$/,
  ],
] as const) {
  test(`${title} is an error at the member definition`, async (t) => {
    const files = versions['OpenAPI 2.0']('http://backend.example', `- validate: { ${settings} }`)
    const lines = (await findProblemLines(t, files)).filter((line) => !line.includes('warning'))
    t.is(lines.length, 1, lines.join('\n'))
    const line = Number(problem.exec(lines[0] ?? '')?.[1])
    t.true(String(files['apis/customers.yaml']).split('\n')[line - 1]?.includes('- validate:'), lines[0])
  })
}

for (const [body, complaint] of [
  ['{"to":{}}', 'body.to.name is missing'],
  ['{"to":{"name":3}}', 'body.to.name must be string'],
  ['{"to":"bob"}', 'body.to must be null or object'],
  ['{"to":null,"by":{"name":true}}', 'body.by.name must be string'],
  ['{"to":null,"by":7}', 'body.by must be null or string or object'],
  ['{"to":null,"by":"a"}', 'body.by must NOT have fewer than 3 characters'],
] as const) {
  test.serial(`the error of anyOf describes the nearest branch: ${body}`, async (t) => {
    const person = '{ type: object, required: [name], properties: { name: { type: string } } }'
    const backend = await startBackend((_, response) => response.end('[]'))
    t.teardown(backend.close)
    const files = apiFile(backend.url, {
      head: 'openapi: 3.0.3\nservers: [{ url: /customers/v1 }]',
      paths: `  /letters:
    post:
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Letter" } } } }
      responses: {}`,
      schemas: `components:
  schemas:
    Person: ${person}
    Letter:
      type: object
      properties:
        to: { nullable: true, ${person.slice(1)}
        by: { nullable: true, oneOf: [{ type: string, minLength: 3 }, { $ref: "#/components/schemas/Person" }] }`,
    })
    const gateway = await serve(t, files)
    const answer = await fetch(`${gateway.url}/acme/sandbox/customers/v1/letters`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    t.is(((await answer.json()) as { moreInformation: string }).moreInformation, complaint)
  })
}

test('a parameter without a type is a text, or the number or boolean that it represents', async (t) => {
  const backend = await startBackend((_, response) => response.end('[]'))
  t.teardown(backend.close)
  const files = apiFile(backend.url, {
    head: 'openapi: 3.0.3\nservers: [{ url: /customers/v1 }]',
    schemas: '',
    paths: `  /customers:
    get:
      parameters:
        - { name: size, in: query, schema: { enum: [5, true, big] } }
      responses: { "200": { description: ok } }`,
  })
  const gateway = await serve(t, files)
  const statuses: Record<string, number> = {}
  for (const size of ['5', 'true', 'big', '6', 'false', 'small']) {
    const response = await fetch(`${gateway.url}/acme/sandbox/customers/v1/customers?size=${size}`)
    await response.arrayBuffer()
    statuses[size] = response.status
  }
  t.deepEqual(statuses, { 5: 200, 6: 422, true: 200, big: 200, false: 422, small: 422 })
})
