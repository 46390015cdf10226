/**
 * Records when each signing key first and last signed a token, for the list of keys.
 *
 * The times are coarse: a process writes each key at most once a minute, in the background.
 */
import type { Log } from '../../../shared/lib/output/log.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import { findNumber, recordLifeMs, type StateStore } from '../../../shared/storage/index.ts'
import type { StorageKeys } from '../state/storage-keys.ts'
import type { SigningKeys } from './signing-keys.ts'

/** When a key signed tokens, in milliseconds since the epoch; undefined when it has not signed yet. */
export type SigningKeyUses = { firstUsedAt: number | undefined; lastUsedAt: number | undefined }

export type SigningKeyUseDeps = { store: StateStore; storageKeys: Pick<StorageKeys, 'keyUses'>; clock: Clock; log: Log }

const writeIntervalMs = 60_000

/** Returns the same keys. Each call of `current` counts as a use of the key that it returns. */
export function recordSigningKeyUses(
  keys: SigningKeys,
  { store, storageKeys: { keyUses: kind }, clock, log }: SigningKeyUseDeps,
): SigningKeys {
  let written = { kid: '', at: 0 }

  return {
    ...keys,
    current() {
      const key = keys.current()
      record(key.kid)
      return key
    },
  }

  function record(kid: string): void {
    const now = clock()
    const isNew = written.kid !== kid
    if (!isNew && written.at <= now && now - written.at < writeIntervalMs) return
    written = { kid, at: now }
    const life = { expiresAt: now + recordLifeMs }
    const writes = [store.save(kind, lastUse(kid), now, life)]
    if (isNew) writes.push(store.create(kind, firstUse(kid), now, life).then(() => {}))
    Promise.all(writes).catch((error: unknown) => {
      log.warn({ err: error, kid }, 'the use of a signing key could not be stored')
    })
  }
}

/** Reads when a key signed. Throws when the store fails. */
export async function readSigningKeyUses(
  { store, storageKeys: { keyUses: kind } }: Pick<SigningKeyUseDeps, 'store' | 'storageKeys'>,
  kid: string,
): Promise<SigningKeyUses> {
  const [firstUsedAt, lastUsedAt] = await Promise.all([
    findNumber(store, kind, firstUse(kid)),
    findNumber(store, kind, lastUse(kid)),
  ])
  return { firstUsedAt, lastUsedAt }
}

const firstUse = (kid: string) => `${kid} first`
const lastUse = (kid: string) => `${kid} last`
