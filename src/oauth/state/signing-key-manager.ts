/**
 * Manages the signing keys of a provider, for commands beside a running gateway. Workers apply changes within
 * half a second.
 */
import { randomUUID } from 'node:crypto'

import type { Catalog, ProviderSettings } from '../../config/types/index.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { StateStore } from '../../storage/index.ts'
import { saveStateEvent } from './change-events.ts'
import { describeSigningKeys, type SigningKeyDescription } from './describe-signing-keys.ts'
import { readRetiredSigningKeys, saveRetiredSigningKey } from './retired-signing-keys.ts'
import { readSigningKeyUses } from './signing-key-uses.ts'
import {
  formatKeySequence,
  generateStoredKey,
  parseStoredKey,
  readSigningKeys,
  type SigningKey,
} from './signing-keys.ts'
import { buildStorageKeys } from './storage-keys.ts'

/** Lists, rotates and removes the signing keys of one provider. */
export interface SigningKeyManager {
  /** Returns the valid keys, oldest first. The last key signs, from its `activeFrom` on. */
  list(): Promise<SigningKey[]>
  /** Returns the retired and the valid keys with their states and times, each oldest first. */
  describe(): Promise<SigningKeyDescription[]>
  /**
   * Creates and returns a new key. The previous key verifies until the last token that it signed has expired.
   * Throws when another process rotates at the same time.
   */
  rotate(): Promise<SigningKey>
  /**
   * Rotates when the newest key has signed for this long. Returns undefined when it is younger, or when another process
   * rotates at the same time.
   */
  rotateWhenOlder(minAgeMs: number): Promise<SigningKey | undefined>
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

type StoredEntry = Awaited<ReturnType<StateStore['list']>>[number]

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

    async describe() {
      const [keys, retired] = await Promise.all([
        readSigningKeys(store, storageKeys.keys),
        readRetiredSigningKeys(store, storageKeys),
      ])
      const kids = new Set([...retired, ...keys].map(({ kid }) => kid))
      const uses = await Promise.all(
        [...kids].map(async (kid) => [kid, await readSigningKeyUses({ store, storageKeys }, kid)] as const),
      )
      return describeSigningKeys(keys, retired, new Map(uses), clock())
    },

    async rotate() {
      const key = await addKey(await store.list(storageKeys.keys))
      if (!key) throw new Error('another process is rotating the keys of this provider; try again')
      return key
    },

    async rotateWhenOlder(minAgeMs) {
      const before = await store.list(storageKeys.keys)
      const newest = before.at(-1)
      if (newest && clock() - parseStoredKey(newest.entry).activeFrom < minAgeMs) return undefined
      return addKey(before)
    },

    async remove(kid) {
      const kept = await store.list(storageKeys.keys)
      const keys = kept.map(({ entry }) => parseStoredKey(entry))
      const at = keys.findIndex((key) => key.kid === kid)
      const [stored, key] = [kept[at], keys[at]]
      if (!stored || !key)
        throw new Error(`there is no key "${kid}"; the keys are ${keys.map((key) => key.kid).join(', ')}`)
      if (at === keys.length - 1) throw new Error('the newest key signs: rotate first, then remove this one')

      await store.remove(storageKeys.keys, stored.key)
      await publishChange()
      await saveRetiredSigningKey(store, storageKeys, key, { expiresAt: clock(), isRemoved: true })
    },
  }

  /** Adds a key after those that the store had. Returns undefined when another process has added one meanwhile. */
  async function addKey(before: readonly StoredEntry[]): Promise<SigningKey | undefined> {
    const activeFrom = clock() + activationDelayMs
    const place = formatKeySequence(Number(before.at(-1)?.key ?? 0) + 1)
    if (!(await store.create(storageKeys.keys, place, generateStoredKey(activeFrom, clock()))))
      return undefined

    const end = activeFrom + settings.accessToken.ttl * 1000
    const older = before.filter(({ entry }) => entry.expiresAt === undefined)
    await Promise.all(
      older.map(async ({ key, entry }) => {
        await store.save(storageKeys.keys, key, entry.value, { expiresAt: end })
        const ending = { expiresAt: end, isRemoved: false }
        await saveRetiredSigningKey(store, storageKeys, parseStoredKey(entry), ending)
      }),
    )
    await publishChange()
    return (await readSigningKeys(store, storageKeys.keys)).at(-1) as SigningKey
  }

  async function publishChange(): Promise<void> {
    await saveStateEvent(store, storageKeys.events, clock, { id: randomUUID(), event: { keys: true } })
  }
}
