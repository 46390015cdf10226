/** Opens the consumers of one catalog. Look-up tables are computed once, when the catalog is loaded. */
import type { Application, Catalog } from '../config/types/index.ts'
import { type Clock, systemClock } from '../lib/time/clock.ts'
import { type SecretVerifier, sharedSecretVerifier } from '../security/index.ts'
import type { Client, Consumers } from './consumers.ts'
import { buildEntitlements } from './entitlements.ts'
import { buildSecretHashLookup } from './secret-hash-lookup.ts'
import type { SecretUseRecorder } from './secret-uses.ts'

/** Returns the consumers of one catalog. Throws when two applications have the same client id. */
export function openConsumers(
  { applications, products }: Pick<Catalog, 'applications' | 'products'>,
  {
    verifier = sharedSecretVerifier,
    clock = systemClock,
    uses,
  }: { verifier?: SecretVerifier; clock?: Clock | undefined; uses?: SecretUseRecorder } = {},
): Consumers {
  const clients = clientsOf(applications)
  const credentials = buildSecretHashLookup(applications, clock)
  const entitlements = new Map(applications.map((each) => [each, buildEntitlements(each, products)]))

  return {
    find(clientId) {
      return clients.get(clientId)
    },

    async verifySecret(clientId, secret) {
      const hash = await verifier.findMatchingHash(credentials.hashes(clientId), secret)
      if (hash !== undefined) uses?.record(clientId, hash)
      return hash !== undefined
    },

    findSecretExpiry: credentials.findExpiry,

    findEntitlement({ application }, api, operation) {
      const opened = entitlements.get(application)?.get(api)
      return opened?.byOperation?.get(operation) ?? opened?.forOtherOperations
    },

    isEntitledToAny({ application }, apis) {
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
