/**
 * Changing the signing keys of a provider, beside running gateways: they notice within half a second.
 */
import { randomUUID } from 'node:crypto'

import type { Catalog, ProviderSettings } from '../../config/types/index.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { StateStore } from '../../storage/index.ts'
import { saveStateEvent } from './change-events.ts'
import { formatKeySequence, generateStoredKey, readSigningKeys, type SigningKey } from './signing-keys.ts'
import { buildStorageKeys } from './storage-keys.ts'

export interface SigningKeyManager {
  /** The live keys, oldest first; the last one signs from its `activeFrom` on. */
  list(): Promise<SigningKey[]>
  /** Makes a new key. Those before it verify until what they signed has expired. */
  rotate(): Promise<SigningKey>
  /** Takes a key away: its tokens are refused at once. Throws when it is unknown, or the newest. */
  remove(kid: string): Promise<void>
}

export interface SigningKeyManagerOptions {
  catalog: Pick<Catalog, 'path'>
  settings: Pick<ProviderSettings, 'basePath' | 'accessToken'>
  store: StateStore
  clock: Clock
}

/** A new key waits until every process must know it, so that none refuses what another signs. */
const noticeMs = 2_000

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
      const activeFrom = clock() + noticeMs
      const key = generateStoredKey(activeFrom)
      const place = formatKeySequence(Number(before.at(-1)?.key ?? 0) + 1)
      if (!(await store.create(storageKeys.keys, place, key))) {
        throw new Error('another process is rotating the keys of this provider at this moment')
      }

      const end = activeFrom + settings.accessToken.ttl * 1000
      const retired = before.filter(({ entry }) => entry.expiresAt === undefined)
      await Promise.all(
        retired.map(({ key, entry }) => store.save(storageKeys.keys, key, entry.value, { expiresAt: end })),
      )
      await tell()
      return (await readSigningKeys(store, storageKeys.keys)).at(-1) as SigningKey
    },

    async remove(kid) {
      const kept = await store.list(storageKeys.keys)
      const keys = await readSigningKeys(store, storageKeys.keys)
      const at = keys.findIndex((key) => key.kid === kid)
      if (at < 0)
        throw new Error(`there is no key "${kid}"; the keys are ${keys.map((key) => key.kid).join(', ')}`)
      if (at === keys.length - 1) throw new Error('the newest key signs: rotate first, then remove this one')

      await store.remove(storageKeys.keys, kept[at]?.key as string)
      await tell()
    },
  }

  async function tell(): Promise<void> {
    await saveStateEvent(store, storageKeys.events, clock, { id: randomUUID(), event: { keys: true } })
  }
}
