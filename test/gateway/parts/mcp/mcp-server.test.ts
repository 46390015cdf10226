import test from 'ava'
import type { Api, Operation } from '../../../../src/gateway/config/types/index.ts'
import { openConsumers } from '../../../../src/gateway/consumers/index.ts'
import {
  accessToken,
  api,
  application,
  catalog,
  config,
  goldPlan,
  goldSubscription,
  location,
  oauth,
  operation,
  shopProduct,
} from '../../data-plane/_support/documents.ts'
import { type Running, type RunningGateway, startBackend, startGateway } from '../../data-plane/_support/servers.ts'

const tool: Operation['tool'] = {
  name: 'put',
  title: 'Put',
  description: 'Puts a customer',
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { $ref: '#/$defs/0' } },
    { name: 'page', in: 'query', required: false, schema: { type: 'integer' } },
    { name: 'X-Key', in: 'header', required: false, schema: { type: 'string' } },
  ],
  body: { mediaType: 'application/json', required: true, schema: { type: 'object' } },
  schemas: { 0: { type: 'string' } },
}

let backend: Running
let gateway: RunningGateway
let status = 200

test.before(async () => {
  backend = await startBackend((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      response.writeHead(status, { 'content-type': 'application/json', ...(status === 429 && { 'retry-after': '7' }) })
      const { method, url, headers } = request
      response.end(
        JSON.stringify({ method, url, key: headers['x-key'], body, big: url?.includes('big') && 'x'.repeat(2 ** 20) }),
      )
    })
  })
  const requirement = (scopes: string[]) => [{ all: [{ definition: oauth, scopes }], location }]
  const customers = api(backend.url, {
    operations: [operation('POST', '/customers/{id}', { security: requirement(['write']), tool })],
  })
  const execute = [{ policy: 'mcp', settings: { instructions: 'Customers' }, branches: [], location }]
  const mcp: Api = {
    ...api(backend.url, { operations: [operation('POST', '/', { security: requirement([]) })] }),
    name: 'mcp',
    basePath: '/mcp',
    reference: 'mcp:1.0.0',
    cors: true,
    corsRules: {
      rules: [
        { origins: ['https://agents.example'], credentials: false },
        { origins: undefined, credentials: false },
      ],
      exposedHeaders: [],
      maxAgeSeconds: undefined,
    },
    assembly: { execute, catch: [], finally: [] },
    bodyLimits: { depth: 400, members: 900 },
  }
  const plan = { ...goldPlan, apis: new Set([...goldPlan.apis, 'mcp:1.0.0']) }
  const consumers = openConsumers({
    applications: [application('shop', { subscriptions: [goldSubscription] })],
    products: [{ ...shopProduct, plans: new Map([['gold', plan]]) }],
  })
  gateway = await startGateway(config(catalog([customers, mcp])), {
    baseUrl: 'https://gateway.example',
    consumers: () => consumers,
    verifyToken: () => (text) => accessToken('shop', { scopes: new Set(text === 'reader' ? [] : ['write']) }),
  })
})

test.after.always(async () => {
  await gateway.close()
  await backend.close()
})

async function exchange(method: string, params: object, token = 'writer') {
  const response = await fetch(`${gateway.url}/acme/sandbox/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests read what the server answered
  return (await response.json()) as any
}

async function send(...request: Parameters<typeof exchange>) {
  return (await exchange(...request)).result
}

const run = (values: object, token?: string) => send('tools/call', { name: 'put', arguments: values }, token)

test.serial('the version that the client asks for is used, and otherwise the newest', async (t) => {
  t.like(await send('initialize', { protocolVersion: '2025-06-18' }), {
    protocolVersion: '2025-06-18',
    instructions: 'Customers',
  })
  t.like(await send('initialize', { protocolVersion: '1999-01-01' }), { protocolVersion: '2025-11-25' })
})

test.serial('a tool has the schemas of its operation', async (t) => {
  const { tools } = await send('tools/list', {})
  t.like(tools[0], {
    name: 'put',
    inputSchema: {
      type: 'object',
      required: ['id', 'body'],
      $defs: { 0: { type: 'string' } },
      additionalProperties: false,
    },
  })
  t.deepEqual((await send('tools/list', {}, 'reader')).tools, [])
})

for (const [what, values, limit] of [
  ['elements', { body: { list: Array(300_000).fill(1) } }, /250000 members and elements/],
  [
    'levels',
    {
      body: Array(600)
        .fill(0)
        .reduce((inner) => ({ inner }), 1),
    },
    /400 levels/,
  ],
  [
    'members',
    { body: Object.fromEntries(Array.from({ length: 901 }, (_, index) => [index, index])) },
    /900 members of objects/,
  ],
] as const)
  test.serial(`arguments with more ${what} than the limit are refused before they are parsed`, async (t) => {
    const { error } = await exchange('tools/call', { name: 'put', arguments: { id: '1', ...values } })
    t.is(error.code, -32600)
    t.regex(error.message, limit)
  })

test.serial('arguments become path, query, header and body of a call', async (t) => {
  const result = await run({ id: 'a b?{page}', page: 2, 'X-Key': 'k', body: { n: 1 } })
  t.like(result.structuredContent, {
    method: 'POST',
    url: '/customerdb/v1/customers/a%20b%3F%7Bpage%7D?page=2',
    key: 'k',
    body: '{"n":1}',
  })
  t.false(result.isError)
})

test.serial('the call is recorded as a call of its API', async (t) => {
  const before = gateway.records.length
  t.true((await run({ id: '1', body: {} }, 'reader')).isError)
  const records = await gateway.recorded(before + 2)
  t.like(
    records.find(({ path }) => path.endsWith('/customers/1')),
    { status: 403, reason: 'scope_insufficient' },
  )
})

for (const [values, expected] of [
  [{ body: {} }, /"id" is missing/],
  [{ id: '1' }, /"body" is missing/],
  [{ id: { a: 1 }, body: {} }, /"id" must be a text/],
  [{ id: '..', body: {} }, /"id" cannot be/],
  [{ id: '1', 'X-Key': 'a\r\nb', body: {} }, /"X-Key" must be printable/],
  [{ id: '1', other: 1, body: {} }, /no argument "other"/],
  [{ id: 'big', body: {} }, /more than 1048576 bytes/],
] as const) {
  test.serial(`the arguments ${JSON.stringify(values)} are explained`, async (t) => {
    const { isError, content } = await run(values)
    t.true(isError)
    t.regex(content[0].text, expected)
  })
}

for (const [origin, expected] of [
  ['https://rebound.example', 403],
  ['null', 403],
  ['http://127.0.0.1.nip.example', 403],
  ['https://agents.example', 200],
  ['https://gateway.example', 200],
] as const) {
  test.serial(`a request of a page of ${origin} is ${expected}, before its body is read`, async (t) => {
    const response = await fetch(`${gateway.url}/acme/sandbox/mcp`, {
      method: 'POST',
      headers: { authorization: 'Bearer writer', 'content-type': 'application/json', origin },
      body: expected === 403 ? 'no JSON' : JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    })
    t.is(response.status, expected, await response.text())
  })
}

test.serial('a refusal of the backend says what to do', async (t) => {
  for (const [code, hint] of [
    [404, /correct the names/],
    [422, /Repeating the call unchanged does not help/],
    [429, /again after 7 s/],
    [503, /try again later/],
  ] as const) {
    status = code
    t.regex((await run({ id: '1', body: {} })).content[0].text, hint)
  }
  status = 200
})
