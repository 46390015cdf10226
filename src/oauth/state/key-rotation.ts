/**
 * Changing the signing keys of a provider, beside running gateways: they notice within half a second.
 */
import { randomUUID } from 'node:crypto'

import type { Catalog, ProviderSettings } from '../../config/types/index.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Store } from '../../storage/index.ts'
import { saveNews } from './change-events.ts'
import { newKey, readKeys, type SigningKey, sequence } from './keys.ts'
import { kindsOf } from './storage-keys.ts'

export interface Keys {
  /** The live keys, oldest first; the last one signs from its `activeFrom` on. */
  list(): Promise<SigningKey[]>
  /** Makes a new key. Those before it verify until what they signed has expired. */
  rotate(): Promise<SigningKey>
  /** Takes a key away: its tokens are refused at once. Throws when it is unknown, or the newest. */
  remove(kid: string): Promise<void>
}

export interface OpenKeysOptions {
  catalog: Pick<Catalog, 'path'>
  settings: Pick<ProviderSettings, 'basePath' | 'accessToken'>
  store: Store
  clock: Clock
}

/** A new key waits until every process must know it, so that none refuses what another signs. */
const noticeMs = 2_000

export function openKeys({ catalog, settings, store, clock }: OpenKeysOptions): Keys {
  const kinds = kindsOf(`${catalog.path}${settings.basePath}`)

  return {
    list: () => readKeys(store, kinds.keys),

    async rotate() {
      const before = await store.list(kinds.keys)
      const activeFrom = clock() + noticeMs
      const key = newKey(activeFrom)
      const place = sequence(Number(before.at(-1)?.key ?? 0) + 1)
      if (!(await store.create(kinds.keys, place, key))) {
        throw new Error('another process is rotating the keys of this provider at this moment')
      }

      const end = activeFrom + settings.accessToken.ttl * 1000
      const retired = before.filter(({ entry }) => entry.expiresAt === undefined)
      await Promise.all(
        retired.map(({ key, entry }) => store.save(kinds.keys, key, entry.value, { expiresAt: end })),
      )
      await tell()
      return (await readKeys(store, kinds.keys)).at(-1) as SigningKey
    },

    async remove(kid) {
      const kept = await store.list(kinds.keys)
      const keys = await readKeys(store, kinds.keys)
      const at = keys.findIndex((key) => key.kid === kid)
      if (at < 0)
        throw new Error(`there is no key "${kid}"; the keys are ${keys.map((key) => key.kid).join(', ')}`)
      if (at === keys.length - 1) throw new Error('the newest key signs: rotate first, then remove this one')

      await store.remove(kinds.keys, kept[at]?.key as string)
      await tell()
    },
  }

  async function tell(): Promise<void> {
    await saveNews(store, kinds.news, clock, { id: randomUUID(), news: { keys: true } })
  }
}
