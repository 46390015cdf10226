/**
 * The public halves of supplied keys, which every process publishes in the store, so that all nodes verify the tokens of
 * each other while a file is being replaced, and until the last token of a replaced key has expired.
 *
 * An entry expires when no process has renewed it for a while. A process renews the entries of its keys once a minute.
 */
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { StateEntry, StateStore } from '../../../shared/storage/index.ts'
import type { SuppliedKey } from './parse-keys.ts'
import { type PublicJwk, readPublicJwk, type SigningKey } from './signing-key.ts'

/** How long an entry stays after it was last renewed, in addition to the life of the tokens, in milliseconds. */
const leaseMs = 600_000

/** Where public keys are published, and how long tokens live. */
export interface PublishedKeysOptions {
  store: StateStore
  kind: string
  clock: Clock
  tokenLifetimeMs: number
  source: SigningKey['source']
}

/** Returns the published keys, of which none signs. Rejects when the store fails. */
export async function readPublishedKeys(store: StateStore, kind: string): Promise<SigningKey[]> {
  return (await store.list(kind)).map(({ entry }) => keyOf(entry))
}

/** Publishes public keys; new ones sign from `activeFrom`. Returns all, and whether one is new. Throws store errors. */
export async function publishKeys(
  keys: readonly SuppliedKey[],
  activeFrom: number,
  { store, kind, clock, tokenLifetimeMs, source }: PublishedKeysOptions,
): Promise<{ keys: SigningKey[]; hasNew: boolean }> {
  const expiresAt = clock() + tokenLifetimeMs + leaseMs
  let hasNew = false
  const published = await Promise.all(
    keys.map(async (key): Promise<SigningKey> => {
      const { kid, publicJwk } = key
      const value = { jwk: publicJwk as Record<string, string>, activeFrom, createdAt: clock(), source }
      const isNew = await store.create(kind, kid, value, { expiresAt })
      hasNew ||= isNew
      const found = isNew ? undefined : (await store.find(kind, kid))?.value
      const stored = (found ?? value) as typeof value
      if (!isNew) await store.save(kind, kid, stored, { expiresAt })
      const { createdAt, activeFrom: from } = stored
      return { ...key, source, createdAt, activeFrom: from, expiresAt: undefined }
    }),
  )
  return { keys: published, hasNew }
}

function keyOf({ value, expiresAt }: StateEntry): SigningKey {
  const { jwk, activeFrom, createdAt, source } = value as unknown as {
    jwk: PublicJwk
    createdAt: number
    activeFrom: number
    source: SigningKey['source']
  }
  return { ...readPublicJwk(jwk, jwk.kid), source, sign: undefined, createdAt, activeFrom, expiresAt }
}
