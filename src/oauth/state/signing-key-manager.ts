/**
 * Manages the signing keys of a provider, for commands beside a running gateway. Workers apply changes within
 * half a second.
 */
import { randomUUID } from 'node:crypto'

import type { Catalog, ProviderSettings } from '../../config/types/index.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { StateStore } from '../../storage/index.ts'
import { saveStateEvent } from './change-events.ts'
import { formatKeySequence, generateStoredKey, readSigningKeys, type SigningKey } from './signing-keys.ts'
import { buildStorageKeys } from './storage-keys.ts'

/** Lists, rotates and removes the signing keys of one provider. */
export interface SigningKeyManager {
  /** Returns the valid keys, oldest first. The last key signs, from its `activeFrom` on. */
  list(): Promise<SigningKey[]>
  /**
   * Creates and returns a new key. The previous key verifies until the last token that it signed has expired.
   * Throws when another process rotates at the same time.
   */
  rotate(): Promise<SigningKey>
  /** Removes a key. Its tokens are rejected at once. Throws for an unknown key id and for the newest key. */
  remove(kid: string): Promise<void>
}

/** The dependencies of `openSigningKeyManager`. */
export interface SigningKeyManagerOptions {
  catalog: Pick<Catalog, 'path'>
  settings: Pick<ProviderSettings, 'basePath' | 'accessToken'>
  store: StateStore
  clock: Clock
}

/** How long a new key waits before it signs, so that every worker has read it and can verify its tokens. */
const activationDelayMs = 2_000

/** Opens the signing keys of a provider without opening the provider. */
export function openSigningKeyManager({
  catalog,
  settings,
  store,
  clock,
}: SigningKeyManagerOptions): SigningKeyManager {
  const storageKeys = buildStorageKeys(`${catalog.path}${settings.basePath}`)

  return {
    list: () => readSigningKeys(store, storageKeys.keys),

    async rotate() {
      const before = await store.list(storageKeys.keys)
      const activeFrom = clock() + activationDelayMs
      const key = generateStoredKey(activeFrom)
      const place = formatKeySequence(Number(before.at(-1)?.key ?? 0) + 1)
      if (!(await store.create(storageKeys.keys, place, key))) {
        throw new Error('another process is rotating the keys of this provider; try again')
      }

      const end = activeFrom + settings.accessToken.ttl * 1000
      const retired = before.filter(({ entry }) => entry.expiresAt === undefined)
      await Promise.all(
        retired.map(({ key, entry }) => store.save(storageKeys.keys, key, entry.value, { expiresAt: end })),
      )
      await publishChange()
      return (await readSigningKeys(store, storageKeys.keys)).at(-1) as SigningKey
    },

    async remove(kid) {
      const kept = await store.list(storageKeys.keys)
      const keys = await readSigningKeys(store, storageKeys.keys)
      const at = keys.findIndex((key) => key.kid === kid)
      const stored = kept[at]
      if (!stored)
        throw new Error(`there is no key "${kid}"; the keys are ${keys.map((key) => key.kid).join(', ')}`)
      if (at === keys.length - 1) throw new Error('the newest key signs: rotate first, then remove this one')

      await store.remove(storageKeys.keys, stored.key)
      await publishChange()
    },
  }

  async function publishChange(): Promise<void> {
    await saveStateEvent(store, storageKeys.events, clock, { id: randomUUID(), event: { keys: true } })
  }
}
