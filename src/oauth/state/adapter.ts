/**
 * What the library keeps, kept in the store: under a hash of its id, so that a copy of the store opens nothing.
 */
import { hash } from 'node:crypto'

import type { Adapter, AdapterPayload } from 'oidc-provider'

import type { Clock } from '../../lib/time/clock.ts'
import type { Store, Value } from '../../storage/index.ts'
import type { Kinds } from './storage-keys.ts'

/** The adapter for one of the library's models. */
export function modelAdapter(model: string, store: Store, kinds: Kinds, clock: Clock): Adapter {
  const kind = kinds.model(model)
  const byUid = kinds.model(`${model}.uid`)

  return {
    async upsert(id, { jti, ...payload }, expiresIn) {
      const chain = model === 'Grant' ? id : payload.grantId
      const options = {
        ...(expiresIn !== undefined && { expiresAt: clock() + expiresIn * 1000 }),
        ...(chain !== undefined && { group: kinds.chain(chain) }),
      }
      const saves = [store.save(kind, keyOf(id), payload as unknown as Value, options)]
      if (payload.uid !== undefined) saves.push(store.save(byUid, keyOf(payload.uid), id, options))
      await Promise.all(saves)
    },

    async find(id) {
      const entry = await store.find(kind, keyOf(id))
      if (!entry) return undefined
      const consumed = entry.consumedAt === undefined ? {} : { consumed: Math.floor(entry.consumedAt / 1000) }
      return { ...(entry.value as AdapterPayload), jti: id, ...consumed }
    },

    async findByUid(uid) {
      const entry = await store.find(byUid, keyOf(uid))
      return entry ? this.find(entry.value as string) : undefined
    },

    async findByUserCode() {
      return undefined // the device flow is not offered
    },

    async consume(id) {
      await store.consume(kind, keyOf(id))
    },

    async destroy(id) {
      await store.remove(kind, keyOf(id))
    },

    async revokeByGrantId(grantId) {
      await store.removeGroup(kinds.chain(grantId))
    },
  }
}

/** Where a model's record with this id stands. */
export function keyOf(id: string): string {
  return hash('sha256', id, 'base64url')
}
