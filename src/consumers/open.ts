/**
 * The consumers of one catalog, as its documents declare them. All that can be looked up is laid out here once.
 */
import type { Application, Catalog } from '../config/types/index.ts'
import { type Clock, systemClock } from '../lib/time/clock.ts'
import { type SecretVerifier, secretVerifier } from '../security/index.ts'
import type { Client, Consumers } from './consumers.ts'
import { credentialsOf } from './credentials.ts'
import { entitlementsOf } from './entitlements.ts'
import type { SecretUses } from './secret-uses.ts'

export function openConsumers(
  { applications, products }: Pick<Catalog, 'applications' | 'products'>,
  {
    verifier = secretVerifier,
    clock = systemClock,
    uses,
  }: { verifier?: SecretVerifier; clock?: Clock | undefined; uses?: SecretUses } = {},
): Consumers {
  const clients = clientsOf(applications)
  const credentials = credentialsOf(applications, clock)
  const entitlements = new Map(applications.map((each) => [each, entitlementsOf(each, products)]))

  return {
    find(clientId) {
      return clients.get(clientId)
    },

    async verifySecret(clientId, secret) {
      const hash = await verifier.match(credentials.hashes(clientId), secret)
      if (hash !== undefined) uses?.note(clientId, hash)
      return hash !== undefined
    },

    entitlement({ application }, api, operation) {
      const opened = entitlements.get(application)?.get(api)
      return opened?.operations?.get(operation) ?? opened?.others
    },

    entitledToAny({ application }, apis) {
      const open = entitlements.get(application)
      return open !== undefined && apis.some((api) => open.has(api))
    },
  }
}

function clientsOf(applications: readonly Application[]): ReadonlyMap<string, Client> {
  const clients = new Map<string, Client>()
  for (const application of applications) {
    for (const { clientId } of application.credentials) {
      const other = clients.get(clientId)?.application.name
      if (other) throw new Error(`client id ${clientId} belongs to both ${other} and ${application.name}`)
      clients.set(clientId, { clientId, application })
    }
  }
  return clients
}
