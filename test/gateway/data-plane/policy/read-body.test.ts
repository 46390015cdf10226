import test, { type ExecutionContext } from 'ava'
import type { JsonObject } from '../../../../src/shared/lib/collections/json-object.ts'
import { findProblemLines, serve } from '../_support/loaded.ts'
import { type Running, startBackend } from '../_support/servers.ts'

let backend: Running
let answer: [type: string, body: string] = ['application/json', '{}']
test.before(async () => {
  backend = await startBackend((request, response) => {
    request.resume()
    response.setHeader('content-type', answer[0])
    response.end(answer[1])
  })
})
test.after.always(() => backend.close())

const invoke = (settings: object = {}) => ({ invoke: { 'target-url': `${backend.url}/x`, ...settings } })
const set = (variable: string) => ({
  'set-variable': { actions: [{ set: 'message.headers.x-id', value: `$(${variable})` }] },
})

/** Returns the documents of one API with the steps, and limits of the API and of its catalog. */
function documents(steps: readonly object[], ofApi?: JsonObject, ofCatalog?: JsonObject) {
  const document = {
    openapi: '3.0.3',
    info: { title: 'Customers', version: '1.0.0', 'x-ibm-name': 'customers' },
    servers: [{ url: '/orders/v1' }],
    components: { schemas: { Any: {} } },
    paths: {
      '/list': {
        post: {
          requestBody: { content: { 'application/json': { schema: {} } } },
          responses: { 200: { description: 'x', content: { 'application/json': { schema: {} } } } },
        },
      },
    },
    'x-ibm-configuration': { 'body-limits': ofApi, assembly: { execute: steps } },
  }
  const catalog = { name: 'sandbox', org: 'acme', title: 'Sandbox', body_limits: ofCatalog }
  return { 'apis/customers.yaml': JSON.stringify(document), 'catalogs/sandbox/catalog.yaml': JSON.stringify(catalog) }
}

async function post(
  t: ExecutionContext,
  files: ReturnType<typeof documents>,
  [type, body]: readonly [string, string | Buffer],
) {
  const gateway = await serve(t, files)
  const url = `${gateway.url}/acme/sandbox/orders/v1/list`
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': type },
    body: new Uint8Array(Buffer.from(body)),
  })
  return { status: response.status, text: await response.text() }
}

const json = 'application/json'
const xml = 'application/xml'
const script = (text: string) => ({ gatewayscript: { source: text } })

/** Every policy that parses a body, with the type of the bodies that it parses. */
const parsers: readonly [title: string, steps: () => object[], type: string][] = [
  ['a member of message.body', () => [set('message.body.id'), invoke()], json],
  ['a member of request.body', () => [set('request.body.id'), invoke()], json],
  ['a condition', () => [{ if: { condition: '$(message.body.id) == "a"', execute: [invoke()] } }], json],
  ['a condition in JSONata', () => [{ if: { condition: '$exists(message.body.id)', execute: [invoke()] } }], json],
  [
    'headers of an object',
    () => [{ 'set-variable': { actions: [{ set: 'message.headers', value: '$(message.body)' }] } }, invoke()],
    json,
  ],
  ['validate', () => [{ validate: {} }, invoke()], json],
  ['validate with a definition', () => [{ validate: { definition: '#/components/schemas/Any' } }, invoke()], json],
  ['parse', () => [{ parse: {} }, invoke()], json],
  ['parse of XML', () => [{ parse: {} }, invoke()], xml],
  ['redact', () => [{ redact: { redactions: [{ action: 'redact', path: '$.id' }] } }, invoke()], json],
  ['redact of XML', () => [{ redact: { redactions: [{ action: 'redact', path: '//id' }] } }, invoke()], xml],
  ['json-to-xml', () => [{ 'json-to-xml': {} }, invoke()], json],
  ['xml-to-json', () => [{ 'xml-to-json': {} }, invoke()], xml],
  [
    'a script',
    () => [script('const body = context.get("message.body"); context.set("x", body.length)'), invoke()],
    json,
  ],
]

/** Bodies of JSON and of XML with so many levels or elements, each with a name of its own. */
const deep = {
  [json]: (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
  [xml]: (levels: number) => `${'<a>'.repeat(levels)}1${'</a>'.repeat(levels)}`,
} as Record<string, (levels: number) => string>
const wide = {
  [json]: (count: number) => `{${Array.from({ length: count }, (_, index) => `"n${index}":1`).join(',')}}`,
  [xml]: (count: number) => `<a ${Array.from({ length: count }, (_, index) => `n${index}="1"`).join(' ')}/>`,
} as Record<string, (count: number) => string>

for (const [title, steps, type] of parsers) {
  for (const [name, limit, body] of [
    ['depth', 7, deep[type]?.(8)],
    ['values', 30, wide[type]?.(40)],
    ['members', 12, wide[type]?.(13)],
    ['names', 11, wide[type]?.(13)],
    ['bytes', 60, `${wide[type]?.(3)}${' '.repeat(60)}`],
  ] as const)
    test.serial(`${title} rejects a body above the limit "${name}" of the API, with its value`, async (t) => {
      answer = [json, '{}']
      const { status, text } = await post(t, documents(steps(), { [name]: limit }), [type, body ?? ''])
      t.is(status, 413, text)
      t.true(text.includes(`more than ${limit} `), text)
    })

  test.serial(`${title} takes a body within limits, however many levels the default has`, async (t) => {
    answer = [json, '{}']
    const limits = { depth: 5, values: 12, members: 10, names: 11, bytes: 200 }
    const body = type === json ? '{"id":"a","b":{"c":[1,2,{}]}}' : '<r id="a"><b c="1">x</b></r>'
    const { status, text } = await post(t, documents(steps(), limits), [type, body])
    t.true(status === 200 || (title === 'headers of an object' && status < 500), `${status} ${text}`)
  })
}

test.serial(
  'limits are raised as well: 800 levels and 300,000 elements pass where the document allows them',
  async (t) => {
    answer = [json, '{}']
    const limits = { depth: 900, values: 400_000 }
    const body = `{"id":"a","d":${'['.repeat(800)}${']'.repeat(800)},"w":[${'0,'.repeat(300_000)}0]}`
    t.is((await post(t, documents([set('message.body.id'), invoke()]), [json, body])).status, 413)
    t.is((await post(t, documents([set('message.body.id'), invoke()], limits), [json, body])).status, 200)
  },
)

test.serial('validate takes by default what its thread can check, whatever the number of elements', async (t) => {
  answer = [json, '{}']
  const body = `[${'0,'.repeat(400_000)}0]`
  t.is((await post(t, documents([{ validate: {} }, invoke()]), [json, body])).status, 200)
  t.is((await post(t, documents([{ validate: {} }, invoke()], { values: 300_000 }), [json, body])).status, 413)
})

for (const [title, ofApi, ofCatalog, status] of [
  ['those of the catalog count for each API', undefined, { depth: 3 }, 413],
  ['those of the API precede', { depth: 9 }, { depth: 3 }, 200],
  ['those of the API precede when they are stricter', { depth: 3 }, { depth: 9 }, 413],
  ['members that the API does not have are those of the catalog', { names: 20 }, { depth: 3 }, 413],
] as const)
  test.serial(`limits: ${title}`, async (t) => {
    answer = [json, '{}']
    const files = documents([set('message.body.a.a'), invoke()], ofApi, ofCatalog)
    t.is((await post(t, files, [json, deep[json]?.(6) ?? ''])).status, status)
  })

test.serial('limits count for responses, and for the response that invoke keeps in a variable', async (t) => {
  answer = [json, deep[json]?.(9) ?? '']
  const limits = { depth: 8 }
  for (const steps of [
    [invoke(), set('message.body.a.a')],
    [invoke(), { validate: {} }],
    [invoke({ output: 'kept' }), set('kept.body.a.a')],
  ]) {
    const { status, text } = await post(t, documents(steps, limits), [json, '{}'])
    t.is(status, 413, JSON.stringify(steps))
    t.regex(text, /more than 8 levels/)
  }
})

test.serial('payload-limit of a policy precedes the bytes of the API', async (t) => {
  answer = [json, '{}']
  const validate = { validate: { 'payload-limit': 500 } }
  t.is((await post(t, documents([validate, invoke()], { bytes: 100 }), [json, `[${'1,'.repeat(100)}1]`])).status, 200)
  const { status, text } = await post(t, documents([validate, invoke()]), [json, `[${'1,'.repeat(300)}1]`])
  t.is(status, 413)
  t.regex(text, /more than 500 bytes/)
})

for (const [limits, message] of [
  [{ depth: 0 }, /depth.* must be >= 1|depth.*between 1 and|depth.*at least 1/],
  [{ depth: 2_001 }, /depth.*2000|depth.*2,000/],
  [{ values: 1.5 }, /values.*(?:integer|whole)/],
  [{ bytes: 2 ** 40 }, /bytes.*67108864/],
  [{ levels: 5 }, /levels/],
] as const)
  test(`the limits ${JSON.stringify(limits)} are an error of the API and of the catalog, with its place`, async (t) => {
    for (const [file, files] of [
      ['apis/customers.yaml', documents([{ validate: {} }], limits)],
      ['catalogs/sandbox/catalog.yaml', documents([{ validate: {} }], undefined, limits)],
    ] as const) {
      const lines = await findProblemLines(t, files)
      t.true(
        lines.some((line) => line.startsWith(`${file}:1:`) && message.test(line)),
        lines.join('\n'),
      )
    }
  })
