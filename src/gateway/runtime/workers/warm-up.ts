/**
 * Runs calls of its own through the data plane before a worker listens, so that V8 has compiled its functions when the
 * first caller comes: a call costs nine times as much after a start as later.
 *
 * The calls take the whole way of a call (fast path, token, plan limit, upstream client, log line, metrics) through a
 * gateway of their own, between sockets of this process on the loopback interface. Nothing of the worker counts or logs them.
 */
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { openListener } from '../../../shared/http/listener/listener.ts'
import type { Log } from '../../../shared/lib/output/log.ts'
import { Registry } from '../../../shared/lib/output/prometheus.ts'
import { systemClock } from '../../../shared/lib/time/clock.ts'
import type { Api, Application, CallLimit, Catalog, Config, ProviderSettings } from '../../config/types/index.ts'
import { openConsumers } from '../../consumers/index.ts'
import type { AccessToken } from '../../contract/access/access-token.ts'
import { buildGateway, type DataPlaneTables } from '../../data-plane/index.ts'
import { openCallRecorder, TargetCountTable } from '../../telemetry/calls/index.ts'
import { deserializeConfig, serializeConfig } from '../documents/serialized-config.ts'

/** The limit for a slow machine. */
const maxMs = 2_000
const connectionCount = 8
const host = '127.0.0.1'
const body = JSON.stringify({ text: 'x'.repeat(1000) })
/** The last byte of every response, also of errors, and of every body of a request. */
const lastByte = body.charCodeAt(body.length - 1)
const token = 'warm-up.'.repeat(60)
const callPath = '/sluice/warm-up/api/call'

/**
 * Returns how many calls were served: fewer on a slow machine. Never rejects, because a worker without them serves as well.
 * It needs a system where a worker of a cluster can open sockets of its own (SO_REUSEPORT).
 */
export async function warmUp(callCount: number, tables: DataPlaneTables, log: Log): Promise<number> {
  if (callCount === 0) return 0
  const upstream = createServer((socket) => {
    const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    const isWhole = (bytes: Buffer) => bytes[0] === 'G'.charCodeAt(0) || bytes.at(-1) === lastByte
    socket.on('data', (bytes) => isWhole(bytes) && socket.write(head + body)).on('error', () => socket.destroy())
  })
  try {
    await once(upstream.listen({ host, port: 0, exclusive: true }), 'listening')
    return await callGateway((upstream.address() as AddressInfo).port, callCount, tables, log)
  } catch (error) {
    log.warn({ err: error }, 'the calls before the start failed: the first calls of callers take longer')
    return 0
  } finally {
    upstream.close()
  }
}

async function callGateway(port: number, callCount: number, tables: DataPlaneTables, log: Log): Promise<number> {
  const config = deserializeConfig(serializeConfig(buildConfig(port))) // objects with the shapes of real ones
  const consumers = openConsumers(config.catalogs[0] as Catalog)
  const recorder = openCallRecorder({ write() {}, metrics: new Registry() })
  let served = 0
  const gateway = buildGateway(config, {
    tables,
    isChecked: true,
    log,
    clock: systemClock,
    targetCounts: new TargetCountTable(),
    record(call) {
      if (call.status === 200) served += 1
      recorder.record(call)
    },
    addToSharedCount: async (_key, by) => by,
    consumers: () => consumers,
    attemptLimits: throwUnused,
    registry: throwUnused,
    verifyToken: () => () => accessToken,
  })
  const fastPath = { accepts: () => true, handle: gateway.handle }
  const handler: RequestListener = (_, response) => response.end()
  const listener = await openListener({ host, port: 0, reusePort: true, handler, fastPath }) // no other worker gets its connections
  try {
    await sendCalls(listener.port, callCount)
  } finally {
    await listener.close(0)
    await gateway.close()
  }
  return served
}

function throwUnused(): never {
  throw new Error('calls with tokens use no registry')
}

/** Returns the requests that are sent in turn: half of them are equal, others have another head or a body. */
function listRequests(port: number): string[] {
  const end = `HTTP/1.1\r\nHost: ${host}:${port}\r\nAccept: */*\r\nAuthorization: Bearer ${token}\r\n`
  const plain = `GET ${callPath} ${end}\r\n`
  const post = `POST ${callPath} ${end}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const other = `GET ${callPath}?page=1 ${end}User-Agent: Mozilla/5.0 (X11; Linux x86_64)\r\nCookie: page=1\r\n\r\n`
  return [plain, plain, other, post]
}

/** Sends calls over several connections, each with the next one after its response. */
async function sendCalls(port: number, callCount: number): Promise<void> {
  const requests = listRequests(port)
  const endsAt = performance.now() + maxMs
  let sent = 0
  await Promise.all(
    Array.from({ length: connectionCount }, async () => {
      const socket = connect({ port, host, timeout: maxMs })
      const next = () => {
        if (sent < callCount && performance.now() < endsAt) socket.write(requests[sent % requests.length] as string)
        else socket.destroy()
        sent += 1
      }
      socket.on('connect', next).on('data', (bytes) => bytes.at(-1) === lastByte && next())
      await once(
        socket.on('timeout', () => socket.destroy()),
        'close',
      )
    }),
  )
}

const location = { file: 'warm-up.yaml', line: 1, column: 1 }
const reference = 'api:1.0.0'
const accessToken: AccessToken = {
  id: 'warm-up',
  clientId: 'warm-up',
  subject: 'user',
  scopes: new Set(['call']),
  grant: 'password',
  issuedAt: 0,
  expiresAt: Number.MAX_SAFE_INTEGER,
}

/** Returns one API with OAuth, and an application with a plan that has a hard limit. */
function buildConfig(upstreamPort: number): Config {
  const definition = { key: 'oauth', type: 'oauth2', settings: { 'x-ibm-oauth-provider': 'oauth' }, location }
  const security = [{ all: [{ definition, scopes: ['call'] }], location }]
  const settings = { 'target-url': `http://${host}:${upstreamPort}/call` }
  const api: Api = {
    name: 'api',
    version: '1.0.0',
    title: 'API',
    reference,
    basePath: '/api',
    enforced: true,
    properties: new Map(),
    definitions: new Map([['oauth', definition]]),
    operations: ['GET', 'POST'].map((method) => ({ id: method, method, path: '/call', security, location })),
    assembly: { execute: [{ policy: 'invoke', settings, branches: [], location }], catch: [], finally: [] },
    cors: false,
    location,
  }
  const limit: CallLimit = { name: 'default', kind: 'rate', calls: 1e9, intervalSeconds: 3_600, hard: true, location }
  const plan = { name: 'plan', title: 'Plan', approval: false, limits: [limit], apis: new Set([reference]), location }
  const product = { name: 'product', title: 'Product', version: '1.0.0', plans: new Map([['plan', plan]]), location }
  const application: Application = {
    name: 'warm-up',
    title: 'Warm-up',
    state: 'enabled',
    clientType: 'confidential',
    grants: undefined,
    credentials: [{ name: 'default', clientId: 'warm-up', secretHashes: [], hasWellKnownSecret: false }],
    redirectEndpoints: [],
    subscriptions: [{ product: 'product', plan: 'plan', state: 'enabled', line: 1 }],
    location,
  }
  // The data plane reads nothing else of a provider.
  const dpop = { enabled: false, required: false, nonce: false }
  const provider = {
    name: 'oauth',
    basePath: '/oauth',
    compat: 'rfc',
    debug: false,
    dpop,
    location,
  } as ProviderSettings
  const catalog: Catalog = {
    org: 'sluice',
    name: 'warm-up',
    title: 'Warm-up',
    path: '/sluice/warm-up',
    registries: new Map(),
    providers: new Map([['oauth', provider]]),
    tlsProfiles: new Map(),
    products: [product],
    apis: [api],
    applications: [application],
    location,
  }
  return { revision: 'warm-up', catalogs: [catalog] }
}
