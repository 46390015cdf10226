/** Opens the consumers of one catalog. There may be 100,000: what one needs is computed when it first calls. */
import { setImmediate } from 'node:timers/promises'
import { getOrCreate } from '../../shared/lib/collections/get-or-create.ts'
import { type Clock, systemClock } from '../../shared/lib/time/clock.ts'
import { createDecoyHash, type SecretVerifier, sharedSecretVerifier } from '../../shared/security/index.ts'
import type { Application, Catalog, Credential, Product } from '../config/types/index.ts'
import { compareLists } from '../lib/collections/is-same-list.ts'
import type { Client, Consumers, Entitlement } from './consumers.ts'
import type { SecretUseRecorder } from './secret-uses.ts'
import { findSubscribedPlans } from './subscribed-plans.ts'

/** Returns the consumers of one catalog. Throws when two applications have the same client id. */
export function openConsumers(
  { applications, products }: Pick<Catalog, 'applications' | 'products'>,
  {
    verifier = sharedSecretVerifier,
    clock = systemClock,
    uses,
  }: { verifier?: SecretVerifier; clock?: Clock | undefined; uses?: SecretUseRecorder } = {},
): Consumers {
  const index = getOrCreate(indexes, applications, (all) => addClients(all))
  const find = (clientId: string) => findClient(index, clientId)
  const credentials = buildSecretHashLookup(index, clock)
  const entitlements = new Map<Application, ReadonlyMap<string, ApiEntitlements>>()
  const build = (application: Application) => buildEntitlements(application, products)
  const entitlementsOf = (application: Application) => getOrCreate(entitlements, application, build)

  return {
    find,

    async verifySecret(clientId, secret) {
      const hash = await verifier.findMatchingHash(credentials.hashes(clientId), secret)
      if (hash !== undefined) uses?.record(clientId, hash)
      return hash !== undefined
    },

    findSecretExpiry: credentials.findExpiry,

    findEntitlement({ application }, api, operation) {
      const opened = entitlementsOf(application).get(api)
      return opened?.byOperation?.get(operation) ?? opened?.forOtherOperations
    },

    isEntitledToAny({ application }, apis) {
      const open = entitlementsOf(application)
      return apis.some((api) => open.has(api))
    },
  }
}

/** The clients of a list of applications, which are indexed once. */
interface ClientIndex {
  /** The clients of an earlier list; none in an index that is whole. */
  base: ReadonlyMap<string, Client | null>
  /** The clients that the base does not have as they are now; null for a client that is gone. */
  clients: Map<string, Client | null>
  /** A hash of a secret, and the largest number of them that a client has. */
  example: string | undefined
  most: number
}

const indexes = new WeakMap<readonly Application[], ClientIndex>()

/** So many applications are indexed in a few milliseconds. */
const sliceSize = 2_000

/**
 * Indexes applications for `openConsumers` in slices, between which this thread serves calls. Of those in the list
 * `before`, which was indexed, only the changed ones are read. Rejects as `openConsumers` throws.
 */
export async function indexClients(applications: readonly Application[], before: typeof applications = []) {
  if (indexes.has(applications)) return
  const known = indexes.get(before) ?? createIndex()
  const { removed, added } = compareLists(indexes.has(before) ? before : [], applications)
  const { base, clients } = known.base.size > 0 ? known : { base: known.clients, clients: [] }
  const index: ClientIndex = { ...known, base, clients: new Map(clients) }
  const isUpdate = index.clients.size + removed.length + added.length < sliceSize
  for (const { clientId } of removed.flatMap(({ credentials }) => credentials)) index.clients.set(clientId, null)
  const [all, into] = isUpdate ? [added, index] : [applications, createIndex()]
  for (let start = 0; start < all.length; start += sliceSize) {
    addClients(all.slice(start, start + sliceSize), into)
    await setImmediate()
  }
  indexes.set(applications, into)
}

const createIndex = (): ClientIndex => ({ base: new Map(), clients: new Map(), example: undefined, most: 0 })

function findClient({ base, clients }: ClientIndex, clientId: string): Client | undefined {
  const client = clients.get(clientId)
  return (client === undefined ? base.get(clientId) : client) ?? undefined
}

/** Adds the clients of applications to an index. Throws when two have the same client id. */
function addClients(applications: readonly Application[], index = createIndex()): ClientIndex {
  for (const application of applications) {
    for (const { clientId, secretHashes } of application.credentials) {
      const other = findClient(index, clientId)?.application.name
      if (other) throw new Error(`client id ${clientId} belongs to both ${other} and ${application.name}`)
      index.clients.set(clientId, { clientId, application })
      index.example ??= secretHashes[0]
      index.most = Math.max(index.most, secretHashes.length)
    }
  }
  return index
}

/** The operations of one API that an application can call. The first subscription with an operation applies. */
interface ApiEntitlements {
  /** The listed operations by `METHOD /path`, up to the first plan that opens all; undefined for none. */
  byOperation: Map<string, Entitlement> | undefined
  /** The entitlement to every other operation. */
  forOtherOperations: Entitlement | undefined
}

/** Returns the entitlements of an application, by API (`name:version`). */
function buildEntitlements(
  application: Application,
  products: readonly Product[],
): ReadonlyMap<string, ApiEntitlements> {
  const entitlements = new Map<string, ApiEntitlements>()
  for (const entitlement of findSubscribedPlans(application, products)) {
    for (const api of entitlement.plan.apis) {
      const opened = entitlements.get(api) ?? { byOperation: undefined, forOtherOperations: undefined }
      entitlements.set(api, opened)
      add(opened, api, entitlement)
    }
  }
  return entitlements
}

function add(opened: ApiEntitlements, api: string, entitlement: Entitlement): void {
  if (opened.forOtherOperations) return
  const named = entitlement.plan.apiTerms?.get(api)?.operations
  if (!named) opened.forOtherOperations = entitlement
  for (const operation of named?.keys() ?? []) {
    opened.byOperation ??= new Map()
    if (!opened.byOperation.has(operation)) opened.byOperation.set(operation, entitlement)
  }
}

/** Returns the look-up of the secret hashes that are valid by `secretExpiresAt` and `oldSecretUntil`. */
function buildSecretHashLookup(index: ClientIndex, clock: Clock) {
  const { example, most } = index
  if (example === undefined) return { hashes: () => [], findExpiry: () => undefined }

  const decoy = createDecoyHash(example)
  const pad = (hashes: readonly string[]) => [...hashes, ...Array(most - hashes.length).fill(decoy)]
  const unknown = pad([])
  const lives = new Map<Credential, ReturnType<typeof lifeOf>>()
  return {
    /** Returns as many hashes for unknown client ids, so that the response time reveals nothing. */
    hashes(clientId: string): readonly string[] {
      const its = findLife(clientId)
      if (!its) return unknown
      const now = clock()
      const isOldValid = its.oldUntil > now
      if (its.newestUntil > now) return isOldValid ? its.all : its.newest
      return isOldValid ? its.old : unknown
    },
    /** Returns when the newest secret expired, in milliseconds since the epoch; undefined for valid ones. */
    findExpiry(clientId: string): number | undefined {
      const { newestUntil = Number.POSITIVE_INFINITY } = findLife(clientId) ?? {}
      return newestUntil > clock() ? undefined : newestUntil
    },
  }

  function findLife(clientId: string) {
    const credential = findClient(index, clientId)?.application.credentials.find((each) => each.clientId === clientId)
    return credential && getOrCreate(lives, credential, () => lifeOf(credential))
  }

  function lifeOf({ secretHashes, secretExpiresAt, oldSecretUntil }: Credential) {
    return {
      all: pad(secretHashes),
      newest: pad(secretHashes.slice(0, 1)),
      old: pad(secretHashes.slice(1)),
      newestUntil: secretExpiresAt ?? Number.POSITIVE_INFINITY,
      oldUntil: oldSecretUntil ?? Number.POSITIVE_INFINITY,
    }
  }
}
