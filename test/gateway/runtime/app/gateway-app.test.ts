import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import test, { type ExecutionContext } from 'ava'
import { buildGatewayApp, type GatewayAppDeps } from '../../../../src/gateway/runtime/app/gateway-app.ts'
import { buildMounts } from '../../../../src/gateway/runtime/app/mounts.ts'
import type { Log } from '../../../../src/shared/lib/output/log.ts'

const respondWith =
  (name: string): RequestListener =>
  (request, response) => {
    response.writeHead(200, ['X-Served-By', name, 'X-Id-Seen', request.headers['x-request-id'] ?? 'none'])
    response.end(name)
  }

const provider = {
  mountPaths: ['/acme/sandbox/oauth'],
  wellKnownPath: '/.well-known/oauth-authorization-server/acme/sandbox/oauth',
  handle: respondWith('provider'),
}
const portal = { path: '/acme/sandbox/portal', handle: respondWith('portal') }
const mounts = buildMounts({ providers: [provider], portals: [portal], resources: [] })

async function listen(t: ExecutionContext, deps: Partial<GatewayAppDeps> = {}) {
  const errors: unknown[] = []
  const log = { error: (details: unknown) => errors.push(details) } as unknown as Log
  const handler = buildGatewayApp({
    ...mounts,
    serveCall(_request, response, requestId) {
      response.writeHead(200, ['X-Request-Id', requestId])
      response.end('data plane')
    },
    tracing: undefined,
    log,
    ...deps,
  })
  const server = createServer({ requireHostHeader: false }, handler).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo

  return {
    errors,
    /** Sends one request and returns the whole response as text. */
    async send(head: string): Promise<string> {
      const socket = connect(port, '127.0.0.1')
      socket.end(`${head}\r\nConnection: close\r\n\r\n`)
      return text(socket)
    },
  }
}

for (const [target, servedBy] of [
  ['/acme/sandbox/oauth/oauth2/token', 'provider'],
  ['/.well-known/oauth-authorization-server/acme/sandbox/oauth', 'provider'],
  ['/acme/sandbox/portal/api/v1/applications', 'portal'],
  ['/acme/sandbox/customerdb/v1/customers', 'data plane'],
  ['/', 'data plane'],
] as const) {
  test(`hands ${target} to the ${servedBy}`, async (t) => {
    const { send } = await listen(t)
    const response = await send(`GET ${target} HTTP/1.1\r\nHost: localhost`)
    t.true(
      response.endsWith(servedBy === 'data plane' ? 'a\r\ndata plane\r\n0\r\n\r\n' : `${servedBy}\r\n0\r\n\r\n`),
      response,
    )
  })
}

test('replaces the request id of the caller with that of the gateway', async (t) => {
  const { send } = await listen(t)
  const response = await send(`GET ${portal.path} HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: mine`)
  const [, id] = /^X-Request-Id: (.+)\r$/m.exec(response) ?? []
  t.truthy(id)
  t.regex(response, new RegExp(`^X-Id-Seen: ${id}\r$`, 'm'))
  t.not(id, 'mine')
})

test('leaves requests without a Host header to the data plane, which rejects them', async (t) => {
  const { send } = await listen(t)
  t.regex(await send(`GET ${portal.path} HTTP/1.1`), /data plane/)
})

test('adds no header to a response of the data plane', async (t) => {
  const { send } = await listen(t)
  const [head = ''] = (await send('GET /acme/sandbox/api HTTP/1.1\r\nHost: localhost')).split('\r\n\r\n')
  const names = head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(':')[0])
  t.deepEqual(names.sort(), ['Connection', 'Date', 'Transfer-Encoding', 'X-Request-Id'])
})

test('responds with 500 and logs the error when serving a request throws', async (t) => {
  const { send, errors } = await listen(t, {
    serveCall() {
      throw new Error('a defect')
    },
  })
  const response = await send('GET / HTTP/1.1\r\nHost: localhost')
  const [, id] = /^X-Request-Id: (.+)\r$/m.exec(response) ?? []
  t.regex(response, /^HTTP\/1\.1 500 /)
  t.regex(response, /"moreInformation":"The gateway failed to serve the request"/)
  t.like(errors, [{ err: { message: 'a defect' }, requestId: id }])
})

test('breaks off a response that has begun when serving the request throws', async (t) => {
  const { send, errors } = await listen(t, {
    serveCall(_request, response) {
      response.writeHead(200, ['Content-Length', '10'])
      response.write('half')
      throw new Error('a defect')
    },
  })
  t.notRegex(await send('GET / HTTP/1.1\r\nHost: localhost').catch(() => ''), / 500 /)
  t.is(errors.length, 1)
})
