/** Clients and users for tests: quick, and as knowing as the test wants them to be. */
import type { Application } from '../../../../src/gateway/config/types/index.ts'
import type { Consumers } from '../../../../src/gateway/consumers/consumers.ts'
import {
  RegistryUnavailableError,
  type User,
  type UserRegistry,
} from '../../../../src/shared/registries/contract/user-registry.ts'

/** Applications that can be taken away; the secret of a client is its id and `-secret`. */
export function consumersOf(applications: readonly Application[]) {
  const known = new Map(
    applications.flatMap((application) =>
      application.credentials.map(({ clientId }) => [clientId, { clientId, application }] as const),
    ),
  )
  const consumers: Consumers = {
    find: (clientId) => known.get(clientId),
    findSecretExpiry: () => undefined,
    verifySecret: async (clientId, secret) => known.has(clientId) && secret === `${clientId}-secret`,
    findEntitlement: () => undefined,
    isEntitledToAny: ({ application }, apis) =>
      apis.includes('customer-database:1.0.0') &&
      application.subscriptions.some(({ product, state }) => product === 'customer' && state === 'enabled'),
  }
  return { consumers, known }
}

/** alice is plain; bob has another name, metadata and a selected scope; `down` cannot be asked; `bug` fails. */
export const registry: UserRegistry = {
  async authenticate(name, password) {
    if (name === 'down') throw new RegistryUnavailableError('connection refused to 10.0.0.1', { retryAfter: 7 })
    if (name === 'bug') throw new TypeError('secret internals')
    return password === `${name}-password` ? users[name] : undefined
  },
  foldName: (name) => name.toLowerCase(),
  async close() {},
}

const users: Record<string, User | undefined> = {
  alice: { name: 'alice', credential: 'alice' },
  bob: { name: 'bob', credential: 'cn=bob', metadata: { accessToken: 'tier=gold', payload: 'hello bob' } },
  carol: { name: 'carol', credential: 'carol', selectedScope: 'orders' },
}
