import test, { type ExecutionContext } from 'ava'
import { describeApi } from '../../../../src/gateway/config/index.ts'
import { folderWith } from '../_support/folder.ts'

async function describe(t: ExecutionContext, text: string) {
  const folder = await folderWith(t, { 'apis/it.yaml': text })
  const found = await describeApi(folder, 'apis/it.yaml', {})
  if (!found) throw new Error('it was not read')
  return found
}

test('an OpenAPI 2 document is described in the terms of OpenAPI 3', async (t) => {
  const { operations, schemas } = await describe(
    t,
    `swagger: "2.0"
consumes: [application/xml]
produces: [application/json]
definitions: { Pet: { type: object, properties: { name: { type: string }, age: { type: integer } } } }
paths:
  /pets/{id}:
    parameters: [{ name: id, in: path, type: integer, description: Which }]
    put:
      consumes: [application/json]
      parameters:
        - { name: pet, in: body, required: true, description: The pet, schema: { $ref: "#/definitions/Pet" } }
        - { name: tags, in: query, type: array, items: { type: string, enum: [old] } }
      responses: { "200": { description: It, schema: { $ref: "#/definitions/Pet" } }, default: { description: No } }
`,
  )
  const put = operations['PUT /pets/{id}']
  t.deepEqual(
    put?.parameters.map(({ name, in: location, required, description, example }) => ({
      name,
      location,
      required,
      description,
      example,
    })),
    [
      { name: 'id', location: 'path', required: true, description: 'Which', example: '1' },
      { name: 'tags', location: 'query', required: false, description: undefined, example: 'old' },
    ],
  )
  t.like(put?.body, { required: true, description: 'The pet', content: [{ type: 'application/json' }] })
  t.deepEqual(JSON.parse(put?.body?.content[0]?.example as string), { name: 'text', age: 1 })
  t.deepEqual(
    put?.responses.map(({ status, content }) => [status, content.map(({ type }) => type)]),
    [
      ['200', ['application/json']],
      ['default', []],
    ],
  )
  t.true(schemas.some(({ name }) => name === 'Pet'))
})

test('fields of a form are members of its schema', async (t) => {
  const { operations, schemas } = await describe(
    t,
    `swagger: "2.0"
paths:
  /send:
    post:
      consumes: [multipart/form-data, application/x-www-form-urlencoded]
      parameters:
        - { name: to, in: formData, type: string, required: true }
        - { name: times, in: formData, type: integer }
      responses: {}
`,
  )
  const body = operations['POST /send']?.body
  t.deepEqual(
    body?.content.map(({ type, example }) => [type, example]),
    [
      ['multipart/form-data', undefined],
      ['application/x-www-form-urlencoded', 'to=text&times=1'],
    ],
  )
  const schema = schemas[body?.content[0]?.schema as number]?.schema as { properties: object; required: string[] }
  t.deepEqual(Object.keys(schema.properties), ['to', 'times'])
  t.deepEqual(schema.required, ['to'])
})

test("an author's own examples come before made ones", async (t) => {
  const { operations } = await describe(
    t,
    `openapi: 3.1.0
paths:
  /a:
    post:
      parameters:
        - { name: one, in: query, example: 1-x, schema: { type: string } }
        - { name: two, in: header, examples: { first: { value: two-x } }, schema: { type: string } }
        - { name: three, in: query, schema: { type: string, default: three-x } }
        - { name: four, in: query, schema: { type: string, format: date } }
        - { name: Authorization, in: header, schema: { type: string } }
      requestBody:
        content:
          text/plain: { example: plain words }
          application/json: { examples: { it: { value: { a: 1 } } }, schema: { type: object } }
      responses: {}
`,
  )
  const post = operations['POST /a']
  t.deepEqual(
    post?.parameters.map(({ example }) => example),
    ['1-x', 'two-x', 'three-x', '2026-01-31'],
  )
  t.deepEqual(
    post?.body?.content.map(({ example }) => example),
    ['plain words', '{\n  "a": 1\n}'],
  )
})

test('schemas that contain themselves, choices and parts end', async (t) => {
  const { operations } = await describe(
    t,
    `openapi: 3.0.0
components:
  schemas:
    Node: { type: object, properties: { name: { type: string }, next: { $ref: "#/components/schemas/Node" } } }
    Both:
      allOf: [{ $ref: "#/components/schemas/Node" }, { type: object, properties: { more: { type: boolean } } }]
      properties: { own: { type: number } }
    Either: { oneOf: [{ type: string, enum: [first] }, { type: integer }] }
paths:
  /a:
    post:
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Both" } } } }
      responses: { "200": { description: x, content: { application/json: { schema: { $ref: "#/components/schemas/Either" } } } } }
`,
  )
  const post = operations['POST /a']
  t.like(JSON.parse(post?.body?.content[0]?.example as string), { name: 'text', more: true, own: 1 })
  t.is(post?.responses[0]?.content[0]?.example, '"first"')
})

test('the example of recursive schemas is short', async (t) => {
  const members = Array.from({ length: 30 }, (_, index) => `m${index}: { $ref: "#/components/schemas/Wide" }`)
  const { operations } = await describe(
    t,
    `openapi: 3.0.0
components: { schemas: { Wide: { type: object, properties: { ${members.join(', ')} } } } }
paths:
  /a:
    post:
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Wide" } } } }
      responses: {}
`,
  )
  const example = operations['POST /a']?.body?.content[0]?.example as string
  t.true(example.length < 100_000)
  t.is(Object.keys(JSON.parse(example)).length, 30)
})

test('invalid parts are left out, and an unreadable document has no description', async (t) => {
  const { operations } = await describe(
    t,
    `openapi: 3.0.0
paths:
  x-remark: { get: {} }
  /broken: { $ref: "#/nowhere" }
  /odd:
    get: { parameters: [7, { name: a }, { $ref: "#/nowhere" }], tags: none, responses: [] }
    post: [1]
`,
  )
  t.deepEqual(operations, {
    'GET /odd': { tags: [], deprecated: false, parameters: [], body: undefined, responses: [] },
  })
  const folder = await folderWith(t)
  t.is(await describeApi(folder, 'apis/nothing.yaml', {}), undefined)
})
