/**
 * Runs calls of its own through the data plane before a worker listens, so that V8 has compiled its functions when the
 * first caller comes: a call costs nine times as much after a start as later.
 *
 * The calls take the whole way of a call (fast path, token, plan limit, upstream client, log line, metrics) through a
 * gateway of their own, between sockets of this process on the loopback interface. Nothing of the worker counts or logs them.
 */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { openListener } from '../../../shared/http/listener/listener.ts'
import { type Log, silentLog } from '../../../shared/lib/output/log.ts'
import { Registry } from '../../../shared/lib/output/prometheus.ts'
import { systemClock } from '../../../shared/lib/time/clock.ts'
import { openMemoryStore } from '../../../shared/storage/index.ts'
import type { Api, Application, CallLimit, Catalog, Config, ProviderSettings } from '../../config/types/index.ts'
import type { DataPlaneTables } from '../../data-plane/index.ts'
import { openGatewayInstance } from '../app/gateway-instance.ts'
import { deserializeConfig, serializeConfig } from '../documents/serialized-config.ts'
import { serviceOf } from '../listening/worker-listeners.ts'
import type { WorkerAssignment } from '../messages.ts'

/** The limit for a slow machine. */
const maxMs = 2_000
const connectionCount = 8
const host = '127.0.0.1'
const body = JSON.stringify({ text: 'x'.repeat(1000) })
/** The last byte of every response, also of errors, and of every body of a request. */
const lastByte = body.charCodeAt(body.length - 1)
const catalogPath = '/sluice/warm-up'
const callPath = `${catalogPath}/api/call`
/** The hash of the secret `warm-up`; it costs less than those of real ones. */
const secretHash = '$argon2id$v=19$m=8,t=1,p=1$c2x1aWNlLXdhcm0tdXAuLg$3S9Bk42C2FFSWk1auz3qo3PnJSPCPk2CE7o305I+Bl0'
/** V8 optimises for what it has seen: for one instance of the gateway in the first round, and for others from the second on. */
const roundCount = 2

/** What the calls of a worker have in common with those of its callers. */
type WarmUpOptions = Pick<WorkerAssignment, 'warmUpCalls' | 'upstreamClient'>

/**
 * Returns how many calls were served: fewer on a slow machine. Never rejects, because a worker without them serves as well.
 * It needs a system where a worker of a cluster can open sockets of its own (SO_REUSEPORT).
 */
export async function warmUp(options: WarmUpOptions, tables: DataPlaneTables, log: Log): Promise<number> {
  if (options.warmUpCalls === 0) return 0
  const upstream = createServer((socket) => {
    const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    const isWhole = (bytes: Buffer) => bytes[0] === 'G'.charCodeAt(0) || bytes.at(-1) === lastByte
    socket.on('data', (bytes) => isWhole(bytes) && socket.write(head + body)).on('error', () => socket.destroy())
  })
  let served = 0
  try {
    await once(upstream.listen({ host, port: 0, exclusive: true }), 'listening')
    const config = buildConfig((upstream.address() as AddressInfo).port)
    for (let round = 0; round < roundCount; round += 1) served += await callGateway(config, options, tables)
  } catch (error) {
    log.warn({ err: error }, 'the calls before the start failed: the first calls of callers take longer')
  } finally {
    upstream.close()
  }
  return served
}

async function callGateway(config: Config, options: WarmUpOptions, tables: DataPlaneTables): Promise<number> {
  const { warmUpCalls, upstreamClient } = options
  const store = openMemoryStore({ clock: systemClock })
  let served = 0
  const instance = await openGatewayInstance({
    config: deserializeConfig(serializeConfig(config)), // objects with the shapes of real ones
    tables,
    store,
    upstreamClient,
    log: silentLog,
    clock: systemClock,
    metrics: new Registry(),
    baseUrl: `http://${host}`,
    documentsFolder: '',
    parts: [],
    tracing: undefined,
    counters: { limits: store, attempts: store, rejectsUncounted: false, problem: () => undefined, async close() {} },
    keptCalls: { folder: undefined, workerCount: 1 },
    writeCallLine: (line) => {
      if (line.includes('"status":200')) served += 1
    },
    requestPrimary: () => Promise.reject(new Error('calls with tokens do not ask the primary')),
    isRefused: () => false,
    broadcast() {},
  })
  const service = serviceOf(instance, undefined, false)
  const listener = await openListener({ host, port: 0, reusePort: true, ...service }) // no other worker gets its connections
  try {
    await sendCalls(listener.port, Math.ceil(warmUpCalls / roundCount))
  } finally {
    await listener.close(0)
    await instance.close()
  }
  return served
}

/** Returns the requests that are sent in turn: half of them are equal, others have another head or a body. */
function listRequests(port: number, token: string): string[] {
  const end = `HTTP/1.1\r\nHost: ${host}:${port}\r\nAccept: */*\r\nAuthorization: Bearer ${token}\r\n`
  const plain = `GET ${callPath} ${end}\r\n`
  const post = `POST ${callPath} ${end}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const other = `GET ${callPath}?page=1 ${end}User-Agent: Mozilla/5.0 (X11; Linux x86_64)\r\nCookie: page=1\r\n\r\n`
  return [plain, plain, other, post]
}

async function getToken(port: number): Promise<string> {
  const form = `grant_type=client_credentials&scope=call&client_id=${name}&client_secret=${name}`
  const type = 'Content-Type: application/x-www-form-urlencoded'
  const head = `POST ${catalogPath}/oauth/oauth2/token HTTP/1.1\r\nHost: ${host}:${port}\r\nConnection: close\r\n${type}\r\n`
  const socket = connect({ port, host, timeout: maxMs }).setEncoding('utf8')
  socket.on('timeout', () => socket.destroy()).write(`${head}Content-Length: ${form.length}\r\n\r\n${form}`)
  const response = (await socket.toArray()).join('')
  const [, token] = /"access_token":"([^"]+)"/.exec(response) ?? []
  if (token === undefined) throw new Error(`the token endpoint responds with: ${response}`)
  return token
}

/** Sends calls over several connections, each with the next one after its response. */
async function sendCalls(port: number, callCount: number): Promise<void> {
  const requests = listRequests(port, await getToken(port))
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

const common = { name: 'warm-up', title: 'Warm-up', location: { file: 'warm-up.yaml', line: 1, column: 1 } }
const { name, location } = common
const reference = 'warm-up:1.0.0'

/** Returns one API with OAuth, and an application with a plan that has a hard limit. */
function buildConfig(upstreamPort: number): Config {
  const limit: CallLimit = { ...common, kind: 'rate', calls: 1e9, intervalSeconds: 3_600, hard: true }
  const plan = { ...common, approval: false, limits: [limit], apis: new Set([reference]) }
  const catalog: Catalog = {
    ...common,
    org: 'sluice',
    path: catalogPath,
    registries: new Map(),
    providers: new Map([['oauth', provider]]),
    tlsProfiles: new Map(),
    products: [{ ...common, version: '1.0.0', plans: new Map([[name, plan]]) }],
    apis: [buildApi(upstreamPort)],
    applications: [application],
  }
  return { revision: name, catalogs: [catalog] }
}

function buildApi(upstreamPort: number): Api {
  const definition = { key: 'oauth', type: 'oauth2', settings: { 'x-ibm-oauth-provider': 'oauth' }, location }
  const security = [{ all: [{ definition, scopes: ['call'] }], location }]
  const settings = { 'target-url': `http://${host}:${upstreamPort}/call` }
  return {
    ...common,
    version: '1.0.0',
    reference,
    basePath: '/api',
    enforced: true,
    properties: new Map(),
    definitions: new Map([['oauth', definition]]),
    operations: ['GET', 'POST'].map((method) => ({ id: method, method, path: '/call', security, location })),
    assembly: { execute: [{ policy: 'invoke', settings, branches: [], location }], catch: [], finally: [] },
    cors: false,
  }
}

const application: Application = {
  ...common,
  state: 'enabled',
  clientType: 'confidential',
  grants: undefined,
  credentials: [{ name, clientId: name, secretHashes: [secretHash], hasWellKnownSecret: false }],
  redirectEndpoints: [],
  subscriptions: [{ product: name, plan: name, state: 'enabled', line: 1 }],
}

const off = { enabled: false, required: false, nonce: false, allowPlain: false, path: '' }
const attempts = { count: 100, window: 60 }
const provider: ProviderSettings = {
  ...common,
  name: 'oauth',
  gatewayVersion: '',
  basePath: '/oauth',
  authorizePath: '/oauth2/authorize',
  tokenPath: '/oauth2/token',
  grants: new Set(['application']),
  clientTypes: new Set(['confidential']),
  scopes: new Map([['call', 'Calls']]),
  defaultScopes: [],
  accessToken: { ttl: 3_600 },
  keyRotation: { afterDays: 0 },
  refreshToken: { enabled: false, count: 0, ttl: 0, oneTimeUse: true },
  maximumConsent: 0,
  pkce: off,
  openidConnect: { enabled: false, claims: new Map(), acrValues: [], isPairwise: false },
  sessions: { ttl: 0 },
  deviceAuthorization: off,
  pushedAuthorization: off,
  jwtBearer: [],
  tokenExchange: [],
  requestObjects: off,
  dpop: off,
  certificateBinding: off,
  introspection: { enabled: false, path: '', applications: new Set() },
  revocation: { enabled: false, application: off, owner: off },
  registry: undefined,
  failedAttempts: { user: attempts, client: attempts, address: attempts },
  signingKeys: { kind: 'store' },
  compat: 'rfc',
  debug: false,
}
