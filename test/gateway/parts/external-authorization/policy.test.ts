import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import test, { type ExecutionContext } from 'ava'
import { openConsumers } from '../../../../src/gateway/consumers/index.ts'
import { findGatewayProblems } from '../../_support/tables.ts'
import { accessToken, api, application, catalog, config, operation, step } from '../../data-plane/_support/documents.ts'
import { startBackend, startGateway } from '../../data-plane/_support/servers.ts'

interface Question {
  line: string
  headers: IncomingMessage['headers']
  body: string
}

type Answer = (question: Question, response: ServerResponse) => void

/** Starts a gateway whose API asks a service that answers as `answer` does, and an upstream that tells what it got. */
async function serve(t: ExecutionContext, settings: object, answer: Answer, clock = Date.now) {
  const questions: Question[] = []
  const service = await startBackend(async (request, response) => {
    const question = { line: `${request.method} ${request.url}`, headers: request.headers, body: await text(request) }
    questions.push(question)
    answer(question, response)
  })
  const upstream = await startBackend(async (request, response) => {
    const authorization = request.headersDistinct.authorization
    response.end(JSON.stringify({ user: request.headers['x-user'], authorization, body: await text(request) }))
  })
  const own = step('external-authorization', { url: `${service.url}/check`, ...settings })
  const execute = [own, step('invoke', { 'target-url': `${upstream.url}$(request.path)` })]
  const operations = ['GET', 'POST'].map((method) => operation(method, '/customers'))
  const assembly = { execute, catch: [], finally: [] }
  const published = catalog([api(upstream.url, { operations, assembly })], { applications: [application('shop')] })
  const gateway = await startGateway(config(published), {
    clock,
    verifyToken,
    consumers: () => openConsumers(published),
  })
  t.teardown(() => Promise.all([gateway.close(), service.close(), upstream.close()]))
  const call = (init: RequestInit = {}, search = '') =>
    fetch(`${gateway.url}/acme/sandbox/customerdb/v1/customers${search}`, { redirect: 'manual', ...init })
  return { call, questions, gateway, service }
}

const foreign = { refused: 'client_id_missing' as const, reason: 'not a token of this catalog' }
const verifyToken = () => (token: string) => (token === 'own' ? accessToken('shop') : foreign)

const allow: Answer = (_, response) => response.end()

test('ext-authz gets method, path, query and the named headers, and 2xx lets the call pass', async (t) => {
  const settings = { headers: ['X-Tenant'], values: { 'X-Api': 'api $(api.name)' } }
  const { call, questions } = await serve(t, settings, allow)
  const response = await call({ headers: { 'x-tenant': 'blue', 'x-other': 'secret' } }, '?a=1')
  t.is(response.status, 200)
  const [{ line = '', headers, body } = {} as Question] = questions
  t.is(line, 'GET /check/acme/sandbox/customerdb/v1/customers?a=1')
  t.is(headers['x-tenant'], 'blue')
  t.regex(String(headers['x-api']), /^api \S/)
  t.is(headers['x-other'], undefined)
  t.is(body, '')
})

test('an allowing decision sets headers for the upstream, also those that the caller sent', async (t) => {
  const { call } = await serve(t, { 'upstream-headers': ['X-User'] }, (_, response) => {
    response.setHeader('X-User', 'ann').setHeader('X-Other', 'no').end()
  })
  t.is(((await (await call({ headers: { 'x-user': 'forged' } })).json()) as { user: string }).user, 'ann')
})

for (const status of [401, 403, 302])
  test(`a refusal with ${status} keeps its status and the headers for callers, and the upstream is not called`, async (t) => {
    const { call, gateway } = await serve(t, {}, (_, response) => {
      response
        .writeHead(status, { 'www-authenticate': 'Basic', location: '/login', 'x-inner': 'host' })
        .end('inner words')
    })
    const response = await call()
    t.is(response.status, status)
    t.is(response.headers.get('location'), '/login')
    t.is(response.headers.get('x-inner'), null)
    t.notRegex(await response.text(), /inner words/)
    const [record] = await gateway.recorded()
    t.is(record?.reason, 'authorization_refused')
    t.regex(record?.detail ?? '', new RegExp(`refused the call with status ${status}`))
  })

const failures: readonly (readonly [string, object, Answer])[] = [
  ['a status of 500', {}, (_, response) => response.writeHead(500).end()],
  ['a connection that breaks', {}, (_, response) => response.destroy()],
  ['a response that does not end in time', { timeout: 0.05 }, (_, response) => response.writeHead(200).write('x')],
  ['a response above 64 KiB', {}, (_, response) => response.end('x'.repeat(70_000))],
  ['opa without JSON', { protocol: 'opa' }, (_, response) => response.end('true')],
  [
    'opa with a header of two lines',
    { protocol: 'opa' },
    (_, response) => response.end(JSON.stringify({ result: { allow: true, headers: { 'X-User': 'a\r\nb: c' } } })),
  ],
]
for (const [what, settings, answer] of failures)
  test(`${what} is no decision: the call is 503, and passes only with on-failure allow`, async (t) => {
    const closed = await serve(t, settings, answer)
    const response = await closed.call()
    t.deepEqual([response.status, response.headers.get('retry-after')], [503, '5'])
    t.is((await closed.gateway.recorded())[0]?.reason, 'authorization_unavailable')
    const open = await serve(t, { ...settings, 'on-failure': 'allow' }, answer)
    t.is((await open.call()).status, 200)
  })

for (const [result, status] of [
  [true, 200],
  [false, 403],
  [undefined, 403],
  ['true', 403],
  [{ allow: true }, 200],
  [{ allowed: true }, 200],
  [{ allow: false, allowed: true }, 403],
  [{ allow: false, http_status: 401 }, 401],
  [{ allow: false, http_status: 200 }, 403],
] as const)
  test(`opa with the result ${JSON.stringify(result)} is ${status}`, async (t) => {
    const { call } = await serve(t, { protocol: 'opa' }, (_, response) => response.end(JSON.stringify({ result })))
    t.is((await call()).status, status)
  })

test('opa gets the call as input, with its body within the limit', async (t) => {
  const settings = { protocol: 'opa', 'max-body-bytes': 100, headers: ['Content-Type'], values: { plan: 'gold' } }
  const { call, questions } = await serve(t, settings, (_, response) => response.end('{"result":true}'))
  const post = (body: string) => call({ method: 'POST', body, headers: { 'content-type': 'application/json' } }, '?q=2')
  const response = await post('{"amount":7}')
  t.is(((await response.json()) as { body: string }).body, '{"amount":7}')
  t.is(questions[0]?.line, 'POST /check')
  const { input } = JSON.parse(questions[0]?.body ?? '')
  t.like(input, {
    request: { method: 'POST', query: 'q=2', body: '{"amount":7}', headers: { 'content-type': 'application/json' } },
    parsed_path: ['acme', 'sandbox', 'customerdb', 'v1', 'customers'],
    parsed_body: { amount: 7 },
    values: { plan: 'gold' },
  })
  t.is((await post(`{"amount":"${'7'.repeat(100)}"}`)).status, 413)
  t.is(questions.length, 1)
})

test('opa is not asked about a body above a limit of the API, whatever happens without a decision', async (t) => {
  const settings = { protocol: 'opa', 'max-body-bytes': 5_000, headers: ['Content-Type'], 'on-failure': 'allow' }
  const { call, questions } = await serve(t, settings, (_, response) => response.end('{"result":true}'))
  const body = `${'['.repeat(600)}${']'.repeat(600)}`
  const response = await call({ method: 'POST', body, headers: { 'content-type': 'application/json' } })
  t.is(response.status, 413)
  t.regex(await response.text(), /more than 500 levels/)
  t.is(questions.length, 0)
})

test('a header that the service alone sets never comes from the caller, also without a decision', async (t) => {
  for (const [settings, answer] of [
    [{}, allow],
    [{ 'on-failure': 'allow' }, ((_, response) => response.destroy()) as Answer],
  ] as const) {
    const { call } = await serve(t, { ...settings, 'upstream-headers': ['X-User'] }, answer)
    const response = await call({ headers: { 'x-user': 'forged' } })
    t.is(((await response.json()) as { user?: string }).user, undefined)
  }
})

test('credentials that the service sets replace those of the caller', async (t) => {
  for (const [value, expected] of [
    ['Basic of-the-service', ['Basic of-the-service']],
    ['', undefined],
  ] as const) {
    const { call } = await serve(t, { 'upstream-headers': ['Authorization'] }, (_, response) => {
      if (value !== '') response.setHeader('Authorization', value)
      response.end()
    })
    const response = await call({ headers: { authorization: 'Bearer of-somebody-else' } })
    t.deepEqual(((await response.json()) as { authorization?: string[] }).authorization, expected)
  }
})

test('a decision is kept for calls with the same question until its time is over', async (t) => {
  let now = 1_000_000
  const settings = { 'cache-seconds': 10, headers: ['X-Tenant'] }
  const { call, questions } = await serve(
    t,
    settings,
    ({ headers }, response) => response.writeHead(headers['x-tenant'] === 'red' ? 403 : 200).end(),
    () => now,
  )
  const ask = async (tenant: string) => (await call({ headers: { 'x-tenant': tenant } })).status
  t.deepEqual([await ask('blue'), await ask('blue'), await ask('red'), await ask('red')], [200, 200, 403, 403])
  t.is(questions.length, 2)
  now += 10_001
  t.is(await ask('blue'), 200)
  t.is(questions.length, 3)
})

test('a failure is not kept', async (t) => {
  let isDown = true
  const { call } = await serve(t, { 'cache-seconds': 10 }, (_, response) =>
    response.writeHead(isDown ? 500 : 200).end(),
  )
  t.is((await call()).status, 503)
  isDown = false
  t.is((await call()).status, 200)
})

test('a token of the catalog is not sent to the service, whatever the settings name', async (t) => {
  const { call, questions } = await serve(t, { headers: ['Authorization'] }, allow)
  for (const token of ['own', 'of-somebody-else']) await call({ headers: { authorization: `Bearer ${token}` } })
  t.deepEqual(
    questions.map(({ headers }) => headers.authorization),
    [undefined, 'Bearer of-somebody-else'],
  )
})

test('a value that cannot be a header rejects the call, and does not count as a failure', async (t) => {
  const settings = { values: { 'X-Text': '$(request.body.text)' }, 'on-failure': 'allow', 'max-body-bytes': 1000 }
  const { call, questions } = await serve(t, settings, allow)
  const body = JSON.stringify({ text: 'a\r\nX-User: root' })
  const response = await call({ method: 'POST', body, headers: { 'content-type': 'application/json' } })
  t.is(response.status, 400)
  t.is(questions.length, 0)
})

for (const [settings, pattern] of [
  [{ url: 'http://$(request.headers.host)/' }, /must be an http or https URL|host/],
  [{ url: 'http://127.0.0.1:9/$(request.path)' }, /may not depend on the call/],
  [{ url: 'http://127.0.0.1:9/', headers: ['Host'] }, /Host belongs to the connection/],
  [{ url: 'http://127.0.0.1:9/', 'upstream-headers': ['content-length'] }, /belongs to the connection/],
  [{ url: 'http://127.0.0.1:9/', values: { Connection: 'close' } }, /belongs to the connection/],
  [{ url: 'http://127.0.0.1:9/', 'tls-profile': 'none:1.0.0' }, /is not enabled in the catalog/],
] as const)
  test(`${JSON.stringify(settings)} is an error of the document`, (t) => {
    const assembly = { execute: [step('external-authorization', settings)], catch: [], finally: [] }
    const [problem] = findGatewayProblems(config(catalog([api('http://127.0.0.1:9', { assembly })])))
    t.regex(problem?.message ?? '', pattern)
  })
