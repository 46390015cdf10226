/** A gateway in the process of a test. Its metrics have one registry, so that a test file opens one. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ExecutionContext } from 'ava'
import { type Config, loadConfig } from '../../../../../src/gateway/config/index.ts'
import { gatewayParts } from '../../../../../src/gateway/parts.ts'
import { openGatewayInstance } from '../../../../../src/gateway/runtime/app/gateway-instance.ts'
import { startAuthenticationUrl } from '../../../../../src/sandbox/samples/authentication-url.ts'
import { silentLog } from '../../../../../src/shared/lib/output/log.ts'
import { type CounterStore, openMemoryStore } from '../../../../../src/shared/storage/index.ts'
import { temporaryFolder } from '../../../../_support/product.ts'
import { copyServerCertificate } from '../../../../_support/server-certificate.ts'
import { typeTables } from '../../../_support/tables.ts'

interface Changes extends Partial<Pick<Parameters<typeof openGatewayInstance>[0], 'parts' | 'requestPrimary'>> {
  change?: (config: Config) => Config
}

/** The sandbox's documents in one process; failed attempts are counted by `attempts`. */
export async function open(
  t: ExecutionContext,
  attempts: (store: CounterStore) => CounterStore,
  { change = (config) => config, ...options }: Changes = {},
) {
  const [data, remove] = await temporaryFolder()
  await copyServerCertificate(`${data}/mqweb`)
  const authentication = await startAuthenticationUrl({ host: '127.0.0.1', port: 0 })
  const environment = {
    SLUICE_CUSTOMERS_PORT: '8081',
    SLUICE_MQWEB_PORT: '9443',
    SLUICE_DATA: data,
    SLUICE_MQ_PASSWORD: 'passw0rd',
    SLUICE_MQ_ADMIN_PASSWORD: 'mqadmin',
    SLUICE_AUTH_PORT: String(authentication.port),
  }
  const loaded = await loadConfig('.', typeTables, environment, { sandbox: true })
  if (!loaded.config) throw new Error('the documents of the repository are invalid')
  const config = change(loaded.config)
  const store = openMemoryStore({ clock: Date.now })
  const app = await openGatewayInstance({
    tables: typeTables,
    keptCalls: { folder: undefined, workerCount: 1 },
    documentsFolder: '.',
    config,
    baseUrl: 'http://gateway.test',
    store,
    log: silentLog,
    clock: Date.now,
    counters: {
      limits: store,
      attempts: attempts(store),
      rejectsUncounted: false,
      problem: () => undefined,
      close: async () => {},
    },
    writeCallLine: () => {},
    upstreamClient: 'built-in',
    tracing: undefined,
    broadcast: () => {},
    isRefused: () => false,
    requestPrimary: () => Promise.reject(new Error('there is no primary')),
    parts: gatewayParts,
    ...options,
  })
  const server = createServer(app.handleRequest).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(async () => {
    server.closeAllConnections()
    server.close()
    await app.close()
    await authentication.close()
    await remove()
  })
  return { app, config, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const token = 'registration-token-of-thirty-two-characters'

/** Lets clients register at each provider with the token. */
function addRegistration({ catalogs, ...config }: Config): Config {
  const allowed = { grants: new Set(['access_code'] as const), details: undefined, tokenCeiling: {} }
  const registration = {
    initialAccessToken: token,
    product: 'customer',
    plan: 'default-plan',
    maxApplications: 3,
    allowed,
  }
  return {
    ...config,
    catalogs: catalogs.map((catalog) => ({
      ...catalog,
      providers: new Map([...catalog.providers].map(([name, each]) => [name, { ...each, registration }])),
    })),
  }
}

/** Registers a client at a gateway without these parts. Returns the response, and what the primary was asked. */
export async function registerWithout(t: ExecutionContext, ...names: string[]) {
  const asked: unknown[] = []
  const { origin } = await open(t, (store) => store, {
    change: addRegistration,
    parts: gatewayParts.filter(({ name }) => !names.includes(name)),
    requestPrimary: (name, argument) => {
      asked.push([name, argument])
      return Promise.reject(new Error('there is no primary'))
    },
  })
  const response = await fetch(`${origin}/acme/sandbox/customer-oauth/oauth2/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ client_name: 'Shop', redirect_uris: ['https://client.example/callback'] }),
  })
  const portal = await fetch(`${origin}/acme/sandbox/portal/`)
  return { status: response.status, retryAfter: response.headers.get('retry-after'), asked, portal: portal.status }
}
