/** A gateway with one operation and the security requirements of a test, over two applications and two registries. */
import type { ExecutionContext } from 'ava'
import type { Plan, RegistrySettings, SecurityDefinition } from '../../../../src/gateway/config/types/index.ts'
import { openConsumers } from '../../../../src/gateway/consumers/index.ts'
import type { GatewayDeps } from '../../../../src/gateway/data-plane/index.ts'
import type { CallRecord } from '../../../../src/gateway/telemetry/calls/index.ts'
import { renderBasicCredentials } from '../../../../src/shared/lib/headers/basic-credentials.ts'
import { RegistryUnavailableError, type UserRegistry } from '../../../../src/shared/registries/index.ts'
import {
  api,
  application,
  catalog,
  config,
  goldPlan,
  goldSubscription,
  location,
  operation,
  shopProduct,
} from './documents.ts'
import { type RunningGateway, startBackend, startGateway } from './servers.ts'

export const path = '/acme/sandbox/customerdb/v1/customers'

const plan: Plan = {
  ...goldPlan,
  limits: [{ name: 'default', kind: 'rate', calls: 1_000, intervalSeconds: 3_600, hard: true, location }],
}
const product = { ...shopProduct, plans: new Map([['gold', plan]]) }
const subscriptions = [goldSubscription]

/** The applications `shop`, `stranger` (no subscription) and `asleep` (disabled). The secret of each is `NAME-secret`. */
const consumers = {
  ...openConsumers({
    applications: [
      application('shop', { subscriptions }),
      application('stranger'),
      application('asleep', { state: 'disabled', subscriptions }),
    ],
    products: [product],
  }),
  findSecretExpiry: () => undefined,
  verifySecret: async (clientId: string, secret: string) => secret === `${clientId}-secret`,
}

/** The registry `users` knows alice; the registry `staff` knows no user. */
const registries: Readonly<Record<string, UserRegistry>> = {
  users: {
    async authenticate(name, password) {
      if (name === 'outage') throw new RegistryUnavailableError('the registry does not answer')
      return name === 'alice' && password === 'wonderland' ? { name, credential: 'cn=alice' } : undefined
    },
    foldName: (name) => name.toLowerCase(),
    async close() {},
  },
  staff: { authenticate: async () => undefined, foldName: (name) => name, close: async () => {} },
}

export const definition = (key: string, type: string, settings: object): SecurityDefinition => ({
  key,
  type,
  settings,
  location,
})
export const idInHeader = definition('id', 'apiKey', { in: 'header', name: 'X-IBM-Client-Id' })
export const secretInHeader = definition('secret', 'apiKey', { in: 'header', name: 'X-IBM-Client-Secret' })
export const idInQuery = definition('qid', 'apiKey', { in: 'query', name: 'client_id' })
export const secretInQuery = definition('qsecret', 'apiKey', { in: 'query', name: 'client_secret' })
export const basic = definition('basic', 'basic', { 'x-ibm-authentication-registry': 'users' })
export const staffBasic = definition('staff', 'basic', { 'x-ibm-authentication-registry': 'staff' })

export const wrongKey = { status: 401, text: 'Invalid client id or secret.' }
export const basicChallenge = 'Basic realm="acme/sandbox", charset="UTF-8"'
export const keys = (id: string, secret: string) => ({ 'x-ibm-client-id': id, 'x-ibm-client-secret': secret })
export const login = (name: string, password: string) => ({ authorization: renderBasicCredentials(name, password) })

export interface CallResult {
  status: number
  text: string | undefined
  challenge: string | null
  /** The limits of the plan, from `X-RateLimit-Limit`. */
  limit: string | null
  /** The request that the backend received. */
  body: { url: string; headers: Record<string, string> }
  record: CallRecord
}

/** Calls the operation. The query includes the question mark. */
export type ProtectedCall = ((query?: string, headers?: Record<string, string>) => Promise<CallResult>) & {
  gateway: RunningGateway
}

/** The line of the documents that holds the first alternative; each alternative is on a line of its own. */
export const firstLine = 20

/** Starts a gateway whose operation has these alternatives. OAuth definitions demand the scope `customer`. */
export async function protectedBy(
  t: ExecutionContext,
  alternatives: readonly (readonly SecurityDefinition[])[],
  deps: Partial<GatewayDeps> = {},
): Promise<ProtectedCall> {
  const security = alternatives.map((all, index) => ({
    all: all.map((definition) => ({ definition, scopes: definition.type === 'oauth2' ? ['customer'] : [] })),
    location: { ...location, line: firstLine + index },
  }))
  const backend = await startBackend((request, response) =>
    response.end(JSON.stringify({ url: request.url, headers: request.headers })),
  )
  t.teardown(backend.close)
  const enabled = new Map(Object.keys(registries).map((name) => [name, { name } as RegistrySettings]))
  const apis = [api(backend.url, { operations: [operation('GET', '/customers', { security })] })]
  const gateway = await startGateway(config(catalog(apis, { registries: enabled })), {
    consumers: () => consumers,
    registry: (_, name) => registries[name] as UserRegistry,
    ...deps,
  })
  t.teardown(() => gateway.close())

  const call = async (query = '', headers: Record<string, string> = {}) => {
    const response = await fetch(gateway.url + path + query, { headers })
    const body = (await response.json()) as CallResult['body'] & { moreInformation?: string }
    return {
      status: response.status,
      text: body.moreInformation,
      challenge: response.headers.get('www-authenticate'),
      limit: response.headers.get('x-ratelimit-limit'),
      body,
      record: await gateway.recordOf(response),
    }
  }
  return Object.assign(call, { gateway })
}
