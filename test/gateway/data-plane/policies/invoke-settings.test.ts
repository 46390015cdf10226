import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import test, { type ExecutionContext } from 'ava'
import type { PolicyStep } from '../../../../src/gateway/config/types/index.ts'
import { api, catalog, config, operation, step } from '../_support/documents.ts'
import { type Running, startBackend, startGateway } from '../_support/servers.ts'

const base = '/acme/sandbox/customerdb/v1'
const received: string[] = []
let backend: Running
let other: Running

test.before(async () => {
  other = await startBackend((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        path: request.url,
        authorization: request.headers.authorization ?? request.headers['x-key'] ?? null,
      }),
    )
  })
  backend = await startBackend(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://upstream')
    received.push(`${request.method} ${request.url}`)
    const redirect = url.pathname === '/circle' ? '/circle' : url.searchParams.get('to')
    if (redirect)
      return void response.writeHead(Number(url.searchParams.get('as') ?? 302), { location: redirect }).end()
    for (const [name, value] of url.searchParams) if (name !== 'x') response.setHeader(name, value)
    response.setHeader('content-type', 'application/json')
    const body = Buffer.concat(await request.toArray())
    const isCoded = request.headers['content-encoding'] === 'gzip'
    const { method, headers } = request
    const text = (isCoded ? gunzipSync(body) : body).toString()
    response.end(JSON.stringify({ method, url: request.url, headers, body: text, id: received.length }))
  })
})
test.after.always(() => Promise.all([backend.close(), other.close()]))

interface Echo {
  method: string
  url: string
  headers: Record<string, string>
  body: string
  id: number
}

async function caller(t: ExecutionContext, execute: PolicyStep[], now = { ms: 0 }) {
  const operations = ['GET', 'POST'].map((method) => operation(method, '/customers'))
  const assembly = { execute, catch: [], finally: [] }
  const properties = new Map([
    ['upstream', backend.url],
    ['other', other.url],
  ])
  const published = config(catalog([api(backend.url, { operations, assembly, properties })]))
  const gateway = await startGateway(published, { clock: () => 1_700_000_000_000 + now.ms })
  t.teardown(() => gateway.close())
  return Object.assign((query = '', init?: RequestInit) => fetch(`${gateway.url + base}/customers${query}`, init), {
    url: `${gateway.url + base}/customers`,
  })
}

const invoke = (settings: object = {}) =>
  step('invoke', { 'target-url': '$(upstream)/a$(request.search)', ...settings })
const post = (body: string, headers: Record<string, string> = {}) => ({ method: 'POST', body, headers })
const echo = async (response: Promise<Response>) => (await (await response).json()) as Echo

test('output keeps the response in a variable, and the message as it was', async (t) => {
  const call = await caller(t, [
    invoke({ output: 'first', verb: 'GET' }),
    step('invoke', {
      'target-url': '$(upstream)/b?x=$(first.body.method)-$(first.status.code)-$(first.headers.Content-Type)',
      output: 'second',
    }),
    step('set-variable', { actions: [{ set: 'message.body', value: '$(second.body.body)|$(second.body.url)' }] }),
  ])
  const response = await call('', post('the order'))
  t.is(await response.text(), 'the order|/b?x=GET-200-application%2Fjson')
})

test('a message that output has kept is sent back without the headers of the caller', async (t) => {
  const call = await caller(t, [invoke({ output: 'first' })])
  const response = await call('', post('the order', { 'X-Of-Caller': '1' }))
  t.is(await response.text(), 'the order')
  t.is(response.headers.get('x-of-caller'), null)
})

test('scripts read the variable of output', async (t) => {
  const call = await caller(t, [
    invoke({ output: 'first' }),
    step('gatewayscript', {
      source:
        "context.message.body.write(context.get('first.headers.Content-Type') + JSON.parse(context.get('first.body')).method)",
    }),
  ])
  t.is(await (await call()).text(), 'application/jsonGET')
})

test('set-variable takes the headers of a response over as a whole', async (t) => {
  const call = await caller(t, [
    invoke({ output: 'first', 'target-url': '$(upstream)/a?etag=one&x-two=2' }),
    step('set-variable', { actions: [{ set: 'message.headers', value: '$(first.headers)' }] }),
  ])
  const { headers } = await call()
  t.deepEqual([headers.get('etag'), headers.get('x-two'), headers.get('content-length')], ['one', '2', '0'])
})

test('an error status is the response of output, unless it stops the call', async (t) => {
  const down = 'http://127.0.0.1:1'
  const call = await caller(t, [step('invoke', { 'target-url': down, output: 'first', 'stop-on-error': [] })])
  t.is((await call()).status, 502)
})

test('compression sends the body with gzip', async (t) => {
  const call = await caller(t, [invoke({ compression: true })])
  const { headers, body } = await echo(call('', post('x'.repeat(1_000))))
  t.is(headers['content-encoding'], 'gzip')
  t.is(body.length, 1_000)
  t.is((await echo(call())).headers['content-encoding'], undefined)
})

test('chunked-uploads false sends a Content-Length', async (t) => {
  const chunks = () => ReadableStream.from([Buffer.from('abc')])
  const stream = () => ({ method: 'POST', body: chunks(), duplex: 'half' }) as RequestInit
  const chunked = await echo((await caller(t, [invoke()]))('', stream()))
  const whole = await echo((await caller(t, [invoke({ 'chunked-uploads': false })]))('', stream()))
  t.like([chunked.headers, whole.headers], [{ 'transfer-encoding': 'chunked' }, { 'content-length': '3' }])
  t.is(whole.body, 'abc')
})

const redirectTo = (url: string, status = 302) => `?as=${status}&to=${encodeURIComponent(url)}`

for (const [status, method, expected] of [
  [301, 'POST', 'GET '],
  [303, 'POST', 'GET '],
  [307, 'GET', 'GET '],
  [307, 'POST', undefined],
] as const) {
  test(`follow-redirects answers ${status} to ${method} with ${expected ?? 'the redirect, as the body is gone'}`, async (t) => {
    const call = await caller(t, [invoke({ 'follow-redirects': true })])
    const init = method === 'POST' ? post('order') : {}
    const response = await call(redirectTo('/b', status), { ...init, redirect: 'manual' })
    if (expected === undefined) return t.is(response.status, status)
    const { method: sent, url, body } = (await response.json()) as Echo
    t.deepEqual([`${sent} ${body}`, url], [expected, '/b'])
  })
}

test('follow-redirects sends a body that policies have made a second time', async (t) => {
  const set = step('set-variable', { actions: [{ set: 'message.body', value: 'made' }] })
  const call = await caller(t, [set, invoke({ 'follow-redirects': true, verb: 'POST' })])
  const { url, body } = await echo(call(redirectTo('/b', 308), post('order')))
  t.deepEqual([url, body], ['/b', 'made'])
})

test('follow-redirects leaves credentials behind at another host that the API names', async (t) => {
  for (const credentials of [
    { username: 'u', password: 'p' },
    { authentication: { header: { name: 'X-Key', value: 'secret' } } },
  ]) {
    const call = await caller(t, [invoke({ 'follow-redirects': true, ...credentials })])
    const response = await call(redirectTo(`${other.url}/c?d=1`))
    t.deepEqual(await response.json(), { path: '/c?d=1', authorization: null })
  }
})

test('a redirect to a host that the API does not name reaches the caller', async (t) => {
  const call = await caller(t, [invoke({ 'follow-redirects': true })])
  const response = await call(redirectTo('http://127.0.0.1:1/secret'), { redirect: 'manual' })
  t.deepEqual([response.status, response.headers.get('location')], [302, 'http://127.0.0.1:1/secret'])
})

test('a circle of redirects ends with a redirect', async (t) => {
  const call = await caller(t, [invoke({ 'follow-redirects': true })])
  const response = await call(redirectTo('/circle'), { redirect: 'manual' })
  t.is(response.status, 302)
  t.is(received.filter((each) => each.endsWith('/circle')).length, 8)
})

const kept = (settings: object = {}) => invoke({ 'cache-response': 'time-to-live', 'cache-ttl': 30, ...settings })

test('time-to-live keeps a response for its time, by its URL', async (t) => {
  const now = { ms: 0 }
  const call = await caller(t, [kept()], now)
  const first = await echo(call('?x=1'))
  now.ms = 20_000
  const again = await call('?x=1')
  t.is(again.headers.get('age'), '20')
  t.is(again.headers.get('content-type'), 'application/json')
  t.is(((await again.json()) as Echo).id, first.id)
  t.not((await echo(call('?x=2'))).id, first.id)
  now.ms = 31_000
  t.not((await echo(call('?x=1'))).id, first.id)
})

test('a kept response has the headers of CORS of each call', async (t) => {
  const operations = [operation('GET', '/customers')]
  const assembly = { execute: [kept()], catch: [], finally: [] }
  const properties = new Map([['upstream', backend.url]])
  const published = api(backend.url, { operations, assembly, properties, cors: true })
  const gateway = await startGateway(config(catalog([published])))
  t.teardown(() => gateway.close())
  const url = `${gateway.url + base}/customers?access-control-allow-origin=https%3A%2F%2Fupstream.example`
  await fetch(url)
  const { headers } = await fetch(url, { headers: { origin: 'https://page.example' } })
  t.truthy(headers.get('age'))
  t.is(headers.get('access-control-allow-origin'), 'https://page.example')
})

test('cache-key replaces the URL as the key', async (t) => {
  const call = await caller(t, [kept({ 'cache-key': '$(request.path)' })])
  t.is((await echo(call('?x=1'))).id, (await echo(call('?x=2'))).id)
})

for (const [title, query] of [
  ['forbids storage', '?cache-control=no-store'],
  ['is private', '?cache-control=private'],
  ['sets a cookie', '?set-cookie=a'],
] as const) {
  test(`time-to-live keeps no response that ${title}`, async (t) => {
    const call = await caller(t, [kept()])
    t.not((await echo(call(query))).id, (await echo(call(query))).id)
  })
}

test('a kept response that varies is for requests with the same header', async (t) => {
  const call = await caller(t, [kept()])
  const ask = (language: string) => echo(call('?vary=X-Lang', { headers: { 'X-Lang': language } }))
  const [first, again, different] = [await ask('en'), await ask('en'), await ask('de')]
  t.is(again.id, first.id)
  t.not(different.id, first.id)
})

test('a GET with a body, which streams, is neither kept nor served from the cache', async (t) => {
  const { url } = await caller(t, [kept({ 'keep-payload': true })])
  const get = async (body: string) => {
    const sent = request(url, { method: 'GET', headers: { 'content-length': body.length } }).end(body)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return JSON.parse(Buffer.concat(await response.toArray()).toString()) as Echo
  }
  t.is((await get('a')).body, 'a')
  t.is((await get('b')).body, 'b')
})

test('responses to POST are kept by their body, where the document says so', async (t) => {
  const call = await caller(t, [kept({ 'cache-putpost-response': true })])
  const [first, again, different] = [
    await echo(call('', post('a'))),
    await echo(call('', post('a'))),
    await echo(call('', post('b'))),
  ]
  t.is(again.id, first.id)
  t.not(different.id, first.id)
  const plain = await caller(t, [kept()])
  t.not((await echo(plain('', post('a')))).id, (await echo(plain('', post('a')))).id)
})
