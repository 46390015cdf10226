import { connect } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import type { Api } from '../../../src/gateway/config/types/index.ts'
import { api, catalog, config, operation, step } from './_support/documents.ts'
import { bodyOf, exchangeRaw, type Running, startBackend, startGateway } from './_support/servers.ts'

const path = '/acme/sandbox/customerdb/v1/customers'
let backend: Running

test.before(async () => {
  backend = await startBackend(async (request, response) => {
    if (request.url === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: first\n\n')
      setTimeout(() => response.end('data: last\n\n'), 1_500)
      return
    }
    const { method, url, headers } = request
    response.end(JSON.stringify({ method, url, headers, body: await bodyOf(request) }))
  })
})
test.after.always(() => backend.close())

interface Echo {
  method: string
  url: string
  headers: Record<string, string>
  body: string
}

async function gatewayWith(
  t: ExecutionContext,
  settings: object,
  extra: Partial<Api> = {},
  trustedProxies: readonly string[] = [],
) {
  const execute = [step('invoke', { 'target-url': '$(upstream)/x', ...settings })]
  const operations = ['GET', 'POST', 'DELETE'].map((method) => operation(method, '/customers'))
  const gateway = await startGateway(
    config(catalog([api(backend.url, { operations, assembly: { execute, catch: [], finally: [] }, ...extra })])),
    {},
    () => {},
    { trustedProxies },
  )
  t.teardown(() => gateway.close())
  return gateway
}

async function caller(t: ExecutionContext, settings: object) {
  const gateway = await gatewayWith(t, settings)
  return async (init?: RequestInit, query = '') =>
    (await (await fetch(gateway.url + path + query, init)).json()) as Echo
}

test('username and password replace the Authorization of the caller', async (t) => {
  const call = await caller(t, { username: 'mq', password: 'p:w' })
  const { headers } = await call({ headers: { authorization: 'Bearer of-the-caller' } })
  t.is(headers.authorization, `Basic ${Buffer.from('mq:p:w').toString('base64')}`)
})

test('verb replaces the method of the call', async (t) => {
  const call = await caller(t, { verb: 'POST' })
  t.like(await call({ method: 'DELETE' }), { method: 'POST', url: '/x' })
})

test('the body of a DELETE is forwarded only with keep-payload', async (t) => {
  const init = { method: 'DELETE', body: 'why' }
  t.is((await (await caller(t, {}))(init)).body, '')
  t.is((await (await caller(t, { 'keep-payload': true }))(init)).body, 'why')
})

for (const [type, values, passed] of [
  ['blocklist', ['x-a.*'], ['x-b']],
  ['allowlist', ['X-A', 'x-c'], ['x-a']],
] as const) {
  test(`header-control with the ${type} ${values} filters headers`, async (t) => {
    const call = await caller(t, { 'header-control': { type, values } })
    const { headers } = await call({ headers: { 'x-a': '1', 'x-b': '1' } })
    t.deepEqual(
      Object.keys(headers).filter((name) => /^x-[ab]$/.test(name)),
      passed,
    )
  })
}

for (const [type, values, url] of [
  ['allowlist', [], '/x'],
  ['allowlist', ['a', 'c d'], '/x?a=1&c+d=3'],
  ['blocklist', ['b'], '/x?a=1&c+d=3'],
  ['blocklist', [], '/x?a=1&b=2&c+d=3'],
] as const) {
  test(`parameter-control with the ${type} [${values}] filters the query`, async (t) => {
    const call = await caller(t, { 'parameter-control': { type, values } })
    t.is((await call({}, '?a=1&b=2&c+d=3')).url, url)
  })
}

test('inject-proxy-headers adds the X-Forwarded headers', async (t) => {
  const call = await caller(t, { 'inject-proxy-headers': true })
  const { headers } = await call({ headers: { 'x-forwarded-for': '6.6.6.6' } })
  t.is(headers['x-forwarded-for'], '127.0.0.1')
  t.regex(headers['x-forwarded-host'] ?? '', /^127\.0\.0\.1:\d+$/)
  t.is(headers['x-forwarded-proto'], 'http')
})

for (const [title, sent, expected] of [
  [
    'X-Forwarded headers',
    { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'shop.example:8443' },
    ['198.51.100.7', 'https', 'shop.example:8443'],
  ],
  [
    'Forwarded',
    { forwarded: 'for="[2001:db8::9]";proto=https;host=news.example' },
    ['2001:db8::9', 'https', 'news.example'],
  ],
] as const) {
  for (const trustedProxies of [['127.0.0.0/8'], ['192.0.2.0/24']]) {
    const isTrusted = trustedProxies[0] === '127.0.0.0/8'
    test(`inject-proxy-headers ${isTrusted ? 'passes on' : 'replaces'} ${title} of ${isTrusted ? 'a trusted proxy' : 'others'}`, async (t) => {
      const gateway = await gatewayWith(t, { 'inject-proxy-headers': true }, {}, trustedProxies)
      const { headers } = (await (await fetch(gateway.url + path, { headers: sent })).json()) as Echo
      t.deepEqual(
        [headers['x-forwarded-for'], headers['x-forwarded-proto'], headers['x-forwarded-host']],
        isTrusted ? [...expected] : ['127.0.0.1', 'http', new URL(gateway.url).host],
      )
      t.is(headers['forwarded'], undefined)
    })
  }
}

for (const [title, given, url] of [
  ['a segment', '$(upstream)/a/$(request.parameters.v)/b', '/a/1%2F..%2F%3Fx/b'],
  ['a parameter', '$(upstream)/a?v=$(request.parameters.v)', '/a?v=1%2F..%2F%3Fx'],
  ['a query that is there already', '$(upstream)/a?b=1$(request.search)', '/a?b=1&v=1%2f..%2f%3fx'],
] as const) {
  test(`a request value cannot leave ${title}`, async (t) => {
    const call = await caller(t, { 'target-url': given })
    t.is((await call({}, '?v=1%2f..%2f%3fx')).url, url)
  })
}

test('a request value cannot leave the path', async (t) => {
  const gateway = await gatewayWith(t, { 'target-url': '$(upstream)/a/$(request.parameters.v)/b' })
  t.is((await fetch(`${gateway.url}${path}?v=..`)).status, 400)
})

test('a body above payload-limit is 413, with and without Content-Length', async (t) => {
  const gateway = await gatewayWith(t, { 'payload-limit': 4 })
  t.is((await fetch(gateway.url + path, { method: 'POST', body: '1234' })).status, 200)
  t.is((await fetch(gateway.url + path, { method: 'POST', body: '12345' })).status, 413)
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`
  t.regex(await exchangeRaw(gateway.port, `${head}5\r\n12345\r\n0\r\n\r\n`), /^HTTP\/1\.1 413 /)
})

test('an API limits the bodies of each invoke without a limit of its own', async (t) => {
  const limited = await gatewayWith(t, {}, { payloadLimit: 4 })
  t.is((await fetch(limited.url + path, { method: 'POST', body: '1234' })).status, 200)
  t.is((await fetch(limited.url + path, { method: 'POST', body: '12345' })).status, 413)
  const own = await gatewayWith(t, { 'payload-limit': 5 }, { payloadLimit: 4 })
  t.is((await fetch(own.url + path, { method: 'POST', body: '12345' })).status, 200)
})

for (const settings of [{ compression: true }, { 'chunked-uploads': false }])
  test(`the limit of an API precedes the usual one where a body is read completely: ${Object.keys(settings)}`, async (t) => {
    const send = async (payloadLimit: number, bytes: number) => {
      const gateway = await gatewayWith(t, settings, { payloadLimit })
      const body = new Blob(['x'.repeat(bytes)]).stream()
      return (await fetch(gateway.url + path, { method: 'POST', body, duplex: 'half' })).status
    }
    t.is(await send(4, 5), 413)
    t.is(await send(4, 4), 200)
    t.is(await send(5 * 1024 * 1024, 5 * 1024 * 1024), 200)
  })

test.serial('events are forwarded at once and may be further apart than the timeout', async (t) => {
  const gateway = await gatewayWith(t, { 'target-url': '$(upstream)/events', timeout: 1 })
  const answer = await fetch(gateway.url + path)
  t.is(await answer.text(), 'data: first\n\ndata: last\n\n')
})

test('a thousand callers that disconnect leave no open requests', async (t) => {
  const gateway = await gatewayWith(t, {})
  const count = 1_000
  for (let done = 0; done < count; done += 50) {
    await Promise.all(Array.from({ length: 50 }, () => hangUp(gateway.port)))
  }
  t.is((await fetch(gateway.url + path)).status, 200)
  await gateway.close() // resolves only when no call is in flight
  t.true(gateway.records.length <= count + 1)
  t.true(gateway.records.every(({ reason }) => reason === undefined || reason === 'client_gone'))
})

/** Sends a call and is gone before the answer. */
function hangUp(port: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
      setImmediate(() => socket.destroy())
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve())
  })
}
