import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import type { PolicyStep } from '../../../../src/gateway/config/types/index.ts'
import { openConsumers } from '../../../../src/gateway/consumers/index.ts'
import { openResponseStore, ResponseStore } from '../../../../src/gateway/data-plane/cache/store/response-store.ts'
import { Registry } from '../../../../src/shared/lib/output/prometheus.ts'
import { eventually } from '../../../_support/eventually.ts'
import {
  accessToken,
  api,
  application,
  catalog,
  config,
  goldSubscription,
  location,
  oauth,
  operation,
  shopProduct,
  step,
} from '../_support/documents.ts'
import { startBackend, startGateway } from '../_support/servers.ts'

const start = Date.parse('2026-01-01T00:00:00Z')
const consumers = openConsumers({
  applications: [application('shop', { subscriptions: [goldSubscription] })],
  products: [shopProduct],
})

interface Options {
  settings?: object
  isOpen?: boolean
  responses?: ResponseStore
  /** The URL of the backend of an earlier revision. */
  url?: string
  /** The steps before `invoke`. */
  before?: PolicyStep[]
  /** Returns whether the handler has responded. */
  respond?(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean>
}

/** A gateway in front of a backend whose responses have the headers of the query, and a number as their body. */
async function cached(
  t: ExecutionContext,
  { settings, isOpen = true, responses, url, before = [], respond }: Options = {},
) {
  const now = { ms: start }
  const requests: IncomingMessage[] = []
  const backend = await startBackend(async (request, response) => {
    requests.push(request)
    request.resume()
    response.sendDate = false
    response.setHeader('date', new Date(now.ms).toUTCString())
    if (await respond?.(request, response)) return
    const { searchParams } = new URL(request.url ?? '/', 'http://backend')
    for (const [name, value] of searchParams) if (name !== 'x') response.setHeader(name, value)
    const etag = searchParams.get('etag')
    if (etag !== null && request.headers['if-none-match'] === etag) return void response.writeHead(304).end()
    response.end(String(requests.length))
  })
  const security = isOpen ? [] : [{ all: [{ definition: oauth, scopes: [] }], location }]
  const operations = ['GET', 'HEAD', 'POST', 'OPTIONS'].map((method) => operation(method, '/customers', { security }))
  const invoke = step('invoke', {
    'target-url': '$(upstream)$(request.path)$(request.search)',
    'cache-response': 'protocol',
    ...settings,
  })
  const assembly = { execute: [...before, invoke], catch: [], finally: [] }
  const published = api(url ?? backend.url, { operations, assembly })
  const gateway = await startGateway(config(catalog([published], { products: [shopProduct] })), {
    clock: () => now.ms,
    consumers: () => ({ ...consumers, findSecretExpiry: () => undefined, verifySecret: async () => true }),
    verifyToken: () => (token) => accessToken('shop', { subject: token }),
    ...(responses && { responses }),
  })
  t.teardown(async () => {
    await gateway.close()
    await backend.close()
  })
  const call = async (query: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(`${gateway.url}/acme/sandbox/customerdb/v1/customers${query}`, { method, headers })
    const body = await response.text()
    const record = await gateway.recordOf(response)
    return { status: response.status, headers: response.headers, body, cache: record.cache, reason: record.reason }
  }
  const as = (user: string) => (query: string) => call(query, { authorization: `Bearer ${user}` })
  const pass = (seconds: number) => {
    now.ms += seconds * 1_000
  }
  return { call, as, requests, gateway, pass, url: backend.url }
}

test('a fresh response is used until its age is max-age', async (t) => {
  const { call, pass } = await cached(t)
  t.like(await call('?cache-control=max-age%3D60'), { body: '1', cache: 'miss' })
  pass(59)
  const again = await call('?cache-control=max-age%3D60')
  t.like(again, { body: '1', cache: 'hit' })
  t.is(again.headers.get('age'), '59')
  t.is(again.headers.get('cache-status'), 'Sluice; hit; ttl=1')
  pass(2)
  t.like(await call('?cache-control=max-age%3D60'), { body: '2', cache: 'miss' })
})

for (const [title, query] of [
  ['says nothing', '?x=1'],
  ['forbids it', '?cache-control=no-store%2Cmax-age%3D60'],
  ['is private', '?cache-control=private%2Cmax-age%3D60'],
  ['sets a cookie', '?cache-control=max-age%3D60&set-cookie=a%3D1'],
  ['varies by everything', '?cache-control=max-age%3D60&vary=*'],
  ['has a time that is no number', '?cache-control=max-age%3Dsoon'],
  ['is old already', '?cache-control=max-age%3D60&age=60'],
  ['has expired', '?expires=Thu%2C%2001%20Jan%202026%2000%3A00%3A00%20GMT'],
] as const) {
  test(`a response that ${title} is not used again`, async (t) => {
    const { call } = await cached(t)
    await call(query)
    t.like(await call(query), { body: '2', cache: 'miss' })
  })
}

for (const [title, query] of [
  ['s-maxage', '?cache-control=max-age%3D0%2C%20s-maxage%3D60'],
  ['Expires', '?expires=Thu%2C%2001%20Jan%202026%2000%3A01%3A00%20GMT'],
] as const) {
  test(`${title} makes a response fresh`, async (t) => {
    const { call } = await cached(t)
    await call(query)
    t.like(await call(query), { body: '1', cache: 'hit' })
  })
}

for (const [directive, result] of [
  ['no-cache', '2'],
  ['max-age=5', '2'],
  ['min-fresh=55', '2'],
  ['min-fresh=45', '1'],
  ['max-age=30', '1'],
  ['no-store', '2'],
] as const) {
  test(`a request with ${directive} gets response ${result}`, async (t) => {
    const { call, pass } = await cached(t)
    await call('?cache-control=max-age%3D60')
    pass(10)
    t.is((await call('?cache-control=max-age%3D60', { 'cache-control': directive })).body, result)
  })
}

test('only-if-cached is 504 without a response that may be used', async (t) => {
  const { call, requests } = await cached(t)
  const only = { 'cache-control': 'only-if-cached' }
  t.like(await call('?cache-control=max-age%3D60', only), { status: 504, reason: 'not_cached' })
  t.is(requests.length, 0)
  await call('?cache-control=max-age%3D60')
  t.like(await call('?cache-control=max-age%3D60', only), { status: 200, body: '1' })
})

test('a stale response is used after the upstream has confirmed it', async (t) => {
  const { call, pass, requests } = await cached(t)
  const query = '?cache-control=max-age%3D10&etag=%22a%22'
  await call(query)
  pass(20)
  t.like(await call(query), { status: 200, body: '1', cache: 'revalidated' })
  t.is(requests[1]?.headers['if-none-match'], '"a"')
  t.like(await call(query), { body: '1', cache: 'hit' })
})

test('a caller that has the response gets 304 from the cache', async (t) => {
  const { call, requests } = await cached(t)
  const query = '?cache-control=max-age%3D10&etag=%22a%22&last-modified=Wed%2C%2031%20Dec%202025%2000%3A00%3A00%20GMT'
  await call(query)
  // `fetch` adds no-cache to conditional requests without Cache-Control.
  const ask = (condition: Record<string, string>) => call(query, { ...condition, 'cache-control': 'max-age=60' })
  const known = await ask({ 'if-none-match': '"b", W/"a"' })
  t.like(known, { status: 304, body: '' })
  t.is(known.headers.get('etag'), '"a"')
  t.is((await ask({ 'if-none-match': '"b"' })).status, 200)
  t.is((await ask({ 'if-modified-since': 'Thu, 01 Jan 2026 00:00:00 GMT' })).status, 304)
  t.is((await ask({ 'if-modified-since': 'Mon, 01 Dec 2025 00:00:00 GMT' })).status, 200)
  t.is(requests.length, 1)
})

test('a response is for requests with the headers that it varies by', async (t) => {
  const { call } = await cached(t)
  const query = '?cache-control=max-age%3D60&vary=X-Lang%2C%20X-Other'
  const ask = async (language: string) => (await call(query, { 'x-lang': language })).body
  t.deepEqual([await ask('en'), await ask('de'), await ask('en'), await ask('de')], ['1', '2', '1', '2'])
})

test('users share no response unless it is public', async (t) => {
  const { as } = await cached(t, { isOpen: false })
  const [alice, bob] = [as('alice'), as('bob')]
  const own = '?cache-control=max-age%3D60'
  t.deepEqual([(await alice(own)).body, (await bob(own)).body, (await alice(own)).body], ['1', '2', '1'])
  const shared = '?cache-control=public%2Cmax-age%3D60'
  t.deepEqual([(await alice(shared)).body, (await bob(shared)).body], ['3', '3'])
})

const jwt = (user: string) => `eyJhbGciOiJub25lIn0.${Buffer.from(`{"sub":"${user}"}`).toString('base64url')}.`

for (const [name, one, other] of [
  ['cookie', 'a=1', 'a=2'],
  ['x-api-key', '1', '2'],
  ['x-assertion', jwt('alice'), jwt('carol')],
] as const) {
  test(`the header ${name} that reaches the upstream separates responses`, async (t) => {
    const { call } = await cached(t)
    const query = '?cache-control=max-age%3D60'
    const ask = async (value: string) => (await call(query, { [name]: value })).body
    t.deepEqual([await ask(one), await ask(other), await ask(one)], ['1', '2', '1'])
  })
}

test('a header that a policy has set separates responses, and one of the caller alone does not', async (t) => {
  const actions = [{ set: 'message.headers.x-user', value: '$(request.headers.x-name)', type: 'string' }]
  const { call } = await cached(t, { before: [step('set-variable', { actions })] })
  const query = '?cache-control=max-age%3D60'
  const ask = async (user: string, id: string) => (await call(query, { 'x-name': user, 'x-correlation': id })).body
  t.deepEqual([await ask('alice', '1'), await ask('bob', '2'), await ask('alice', '3')], ['1', '2', '1'])
})

test('an unsafe request invalidates the responses of its URL, for all users', async (t) => {
  const { call, as } = await cached(t, { isOpen: false })
  const query = '?cache-control=max-age%3D60'
  await as('alice')(query)
  await as('bob')(query)
  await call(query, { authorization: 'Bearer carol' }, 'POST')
  t.is((await as('alice')(query)).body, '4')
  t.is((await as('bob')(query)).body, '5')
  t.is((await as('bob')(query)).body, '5')
})

test('an unsafe request invalidates the URLs of Location and Content-Location at the same origin', async (t) => {
  const { call } = await cached(t, {
    respond(request, response) {
      if (request.method !== 'POST') return false
      const { searchParams } = new URL(request.url ?? '/', 'http://backend')
      for (const name of ['location', 'content-location']) {
        const value = searchParams.get(name)
        if (value !== null) response.setHeader(name, value)
      }
      response.writeHead(201).end()
      return true
    },
  })
  const kept = (x: number) => `?cache-control=max-age%3D60&x=${x}`
  const bodies = () => Promise.all([1, 2, 3].map(async (x) => (await call(kept(x))).body))
  for (const x of [1, 2, 3]) await call(kept(x))
  t.deepEqual(await bodies(), ['1', '2', '3'])
  const [first, second, third] = [1, 2, 3].map((x) => encodeURIComponent(kept(x)))
  await call(`?location=${first}&content-location=customers${second}`, {}, 'POST')
  t.deepEqual(
    (await bodies()).map((each) => Number(each) > 4),
    [true, true, false],
  )
  await call(`?location=http://other.example/customers${third}`, {}, 'POST')
  t.is((await call(kept(3))).body, '3', 'another origin')
  await call(`?location=http://%5B`, {}, 'POST')
  t.is((await call(kept(3))).body, '3', 'no URL')
})

test('what an unsafe request invalidates in one worker is invalid in another one, a moment later', async (t) => {
  const sent: unknown[] = []
  const other = openResponseStore(1024 * 1024, () => {}, new Registry())
  const first = openResponseStore(
    1024 * 1024,
    (resources) => {
      sent.push(resources)
      other.receiveInvalidations(resources)
    },
    new Registry(),
  )
  const response = { status: 200, headers: [], body: Buffer.from(''), generatedAt: 0, freshMs: 1, staleMs: 0 }
  const flags = { isCheckedAlways: false, isNeverStale: false, varies: [] }
  const keep = () => other.add('key', { ...response, ...flags, order: other.now() })
  const isKept = () => other.find('key', 'resource', () => true) !== undefined
  keep()
  for (const name of ['resource', 'resource', 'another']) first.invalidate(name)
  t.true(isKept())
  await eventually(async () => sent[0])
  t.deepEqual(sent, [['resource', 'another']])
  t.false(isKept())
  t.deepEqual(
    [first.invalidated, other.invalidated],
    [
      { here: 3, elsewhere: 0 },
      { here: 0, elsewhere: 2 },
    ],
  )

  keep()
  t.true(isKept(), 'the response to a later request')
  for (let index = 0; index < 1_000; index += 1) first.invalidate(`${index}`)
  await eventually(async () => sent[1])
  t.is(sent[1], 'all')
  t.false(isKept(), 'too many to name')
  keep()
  t.true(isKept())
})

test('a kept response outlives other documents, and none of another API document', async (t) => {
  const responses = new ResponseStore(1024 * 1024)
  const { call, url, requests } = await cached(t, { responses })
  const target = '?cache-control=max-age=60'
  t.is((await call(target)).cache, 'miss')
  const same = await cached(t, { responses, url })
  t.is((await same.call(target)).cache, 'hit')
  const before = [step('set-variable', { actions: [{ set: 'message.headers.x-key', value: 'another' }] })]
  for (const change of [{ before }, { settings: { timeout: 7 } }, { isOpen: false }]) {
    const changed = await cached(t, { responses, url, ...change })
    t.is((await changed.as('shop')(target)).cache, 'miss', JSON.stringify(change))
  }
  t.is(requests.length, 4)
})

test('an unsafe request that is refused invalidates nothing', async (t) => {
  const { call } = await cached(t, {
    respond: (request, response) => request.method === 'POST' && Boolean(response.writeHead(403).end()),
  })
  const query = '?cache-control=max-age%3D60'
  await call(query)
  t.is((await call(query, {}, 'POST')).status, 403)
  t.is((await call(query)).body, '1')
})

test('HEAD is served with the response to GET', async (t) => {
  const { call, requests } = await cached(t)
  await call('?cache-control=max-age%3D60')
  const head = await call('?cache-control=max-age%3D60', {}, 'HEAD')
  t.like(head, { status: 200, body: '', cache: 'hit' })
  t.is(head.headers.get('content-length'), '1')
  t.is(requests.length, 1)
})

test('a request for a range passes the cache', async (t) => {
  const { call, requests } = await cached(t)
  await call('?cache-control=max-age%3D60')
  t.like(await call('?cache-control=max-age%3D60', { range: 'bytes=0-1' }), { cache: 'bypass' })
  t.is(requests[1]?.headers.range, 'bytes=0-1')
})

test('a stale response is used while it is renewed', async (t) => {
  const { call, pass, requests } = await cached(t)
  const query = '?cache-control=max-age%3D10%2C%20stale-while-revalidate%3D60'
  await call(query)
  pass(20)
  t.like(await call(query), { body: '1', cache: 'stale' })
  let last = await call(query)
  while (last.body === '1') last = await call(query)
  t.like(last, { body: '2', cache: 'hit' })
  t.is(requests.length, 2)
  pass(100)
  t.like(await call(query), { body: '3', cache: 'miss' })
})

test('the most recent response is used when one is for the user and one for all', async (t) => {
  const { call, pass, requests } = await cached(t, {
    respond(_, response) {
      response.setHeader('cache-control', requests.length % 2 === 1 ? 'max-age=600' : 'public, max-age=600')
      return false
    },
  })
  for (const body of ['1', '2', '3']) {
    t.like(await call('?x=1', { 'cache-control': 'no-cache' }), { body })
    t.like(await call('?x=1'), { body, cache: 'hit' })
    pass(1)
  }
})

test('the caller gets a cookie of the confirmation of a kept response, and no other caller does', async (t) => {
  const { call, pass, requests } = await cached(t, {
    respond(_, response) {
      if (requests.length === 2) response.setHeader('set-cookie', 'a=1')
      return false
    },
  })
  const query = '?cache-control=max-age%3D10&etag=%22a%22'
  await call(query)
  pass(20)
  const confirmed = await call(query)
  t.like(confirmed, { status: 200, body: '1', cache: 'revalidated' })
  t.is(confirmed.headers.get('set-cookie'), 'a=1')
  const next = await call(query)
  t.like(next, { status: 200, body: '1' })
  t.is(next.headers.get('set-cookie'), null)
})

/** Keeps a response that may be used while it is renewed, and lets the backend respond to the renewal. */
async function renewed(t: ExecutionContext, respond: (response: ServerResponse) => void, settings: object = {}) {
  const { call, pass, requests, gateway } = await cached(t, {
    settings,
    respond(_, response) {
      response.setHeader('cache-control', 'public, max-age=10, stale-while-revalidate=60')
      if (requests.length > 1) respond(response)
      return false
    },
  })
  await call('?x=1')
  pass(20)
  t.like(await call('?x=1'), { body: '1', cache: 'stale' })
  return { call, next: () => fetch(`${gateway.url}/acme/sandbox/customerdb/v1/customers?x=1`) }
}

test('a renewed response has no headers that are for the gateway alone', async (t) => {
  const { next } = await renewed(t, (response) => {
    response.setHeader('x-request-id', 'of-the-backend')
    response.setHeader('proxy-authenticate', 'Basic')
  })
  let last = await next()
  while ((await last.text()) === '1') last = await next()
  t.false(String(last.headers.get('x-request-id')).includes('of-the-backend'))
  t.is(last.headers.get('proxy-authenticate'), null)
})

test('a renewal that stop-on-error takes for an error is not kept', async (t) => {
  const { call } = await renewed(t, (response) => void response.writeHead(404), { 'stop-on-error': ['OperationError'] })
  let last = await call('?x=1')
  while (last.status === 200) last = await call('?x=1')
  t.like(last, { status: 404, reason: 'upstream_failed' })
})

test('a response for all is not used after a renewal that may not be kept', async (t) => {
  const { call } = await renewed(t, (response) => void response.setHeader('cache-control', 'no-store'))
  let last = await call('?x=1')
  while (last.cache === 'stale') last = await call('?x=1')
  t.like(last, { body: '3', cache: 'miss' })
})

test('calls that miss the same response wait for the first one', async (t) => {
  const open = Promise.withResolvers<void>()
  const { call, requests } = await cached(t, { respond: () => open.promise.then(() => false) })
  const query = '?cache-control=max-age%3D60'
  const calls = Array.from({ length: 20 }, () => call(query))
  while (requests.length === 0) await wait(5)
  await wait(50)
  t.is(requests.length, 1)
  open.resolve()
  const results = await Promise.all(calls)
  t.deepEqual(new Set(results.map(({ body }) => body)), new Set(['1']))
  t.is(requests.length, 1)
})

test('calls do not wait for a response that is not kept', async (t) => {
  const open = Promise.withResolvers<void>()
  let isSlow = false
  const { call, requests } = await cached(t, { respond: () => (isSlow ? open.promise.then(() => false) : false) })
  await call('?x=1')
  isSlow = true
  const calls = Array.from({ length: 5 }, () => call('?x=1'))
  while (requests.length < 6) await wait(5)
  open.resolve()
  t.is((await Promise.all(calls)).length, 5)
})

test('a caller that leaves does not keep the others waiting', async (t) => {
  const parts: ServerResponse[] = []
  const { call, gateway } = await cached(t, {
    respond(_, response) {
      if (parts.length > 0) return false
      parts.push(response)
      response.writeHead(200, { 'cache-control': 'max-age=60' }).write('part')
      return true
    },
  })
  const leaving = new AbortController()
  const url = `${gateway.url}/acme/sandbox/customerdb/v1/customers?cache-control=max-age%3D60`
  const first = await fetch(url, { signal: leaving.signal })
  const second = call('?cache-control=max-age%3D60')
  leaving.abort()
  await t.throwsAsync(first.text())
  t.like(await second, { body: '2', cache: 'miss' })
})

test('a long body reaches the caller and is not kept', async (t) => {
  const long = Buffer.alloc(5 * 1024 * 1024, 'a')
  const { call, requests } = await cached(t, {
    respond: (_, response) => Boolean(response.writeHead(200, { 'cache-control': 'max-age=60' }).end(long)),
  })
  t.is((await call('?x=1')).body.length, long.length)
  t.is((await call('?x=1')).body.length, long.length)
  t.is(requests.length, 2)
})

test('the store keeps within its memory', async (t) => {
  const responses = new ResponseStore(64 * 1024)
  const { call } = await cached(t, {
    responses,
    respond: (_, response) =>
      Boolean(response.writeHead(200, { 'cache-control': 'max-age=60' }).end(Buffer.alloc(10_000))),
  })
  for (let index = 0; index < 20; index += 1) await call(`?x=${index}`)
  t.true(responses.bytes <= 64 * 1024)
  t.is((await call('?x=19')).cache, 'hit')
  t.is((await call('?x=0')).cache, 'miss')
})

test('an API keeps responses for each invoke without a setting', async (t) => {
  const backend = await startBackend((_, response) => response.setHeader('cache-control', 'max-age=60').end('body'))
  const gateway = await startGateway(config(catalog([api(backend.url, { cacheResponse: 'protocol' })])))
  t.teardown(async () => {
    await gateway.close()
    await backend.close()
  })
  const url = `${gateway.url}/acme/sandbox/customerdb/v1/customers`
  await (await fetch(url)).text()
  t.is((await gateway.recordOf(await fetch(url))).cache, 'hit')
})

test('a stale response for all, used by a caller whose own response could not be kept, leaves the targets free', async (t) => {
  const headers = ['no-store', 'public, max-age=10, stale-while-revalidate=60']
  const other = await startBackend((_, response) => response.end('other'))
  t.teardown(() => other.close())
  const { as, call, pass } = await cached(t, {
    isOpen: false,
    settings: { targets: ['$(upstream)', other.url], balance: 'least-requests' },
    respond(_, response) {
      response.setHeader('cache-control', headers.shift() ?? 'no-store')
      return false
    },
  })
  await as('alice')('')
  await as('bob')('')
  pass(20)
  t.like(await as('alice')(''), { body: '2', cache: 'stale' })
  t.is((await call('', { authorization: 'Bearer alice' }, 'POST')).body, '3')
})
