/**
 * Stores the records of oidc-provider under a hash of their id, so that a copy of the store does not reveal any
 * id.
 */
import { hash } from 'node:crypto'

import type { Adapter, AdapterPayload } from 'oidc-provider'

import type { Clock } from '../../lib/time/clock.ts'
import type { StateStore, StateValue } from '../../storage/index.ts'
import type { StorageKeys } from './storage-keys.ts'

/** Returns the adapter through which oidc-provider stores the records of one model. */
export function buildModelAdapter(model: string, store: StateStore, storageKeys: StorageKeys, clock: Clock): Adapter {
  const kind = storageKeys.model(model)
  const byUid = storageKeys.model(`${model}.uid`)

  return {
    async upsert(id, { jti, ...payload }, expiresIn) {
      const chain = model === 'Grant' ? id : payload.grantId
      const options = {
        ...(expiresIn !== undefined && { expiresAt: clock() + expiresIn * 1000 }),
        ...(chain !== undefined && { group: storageKeys.chain(chain) }),
      }
      const saves = [store.save(kind, hashRecordId(id), payload as unknown as StateValue, options)]
      if (payload.uid !== undefined) saves.push(store.save(byUid, hashRecordId(payload.uid), id, options))
      await Promise.all(saves)
    },

    async find(id) {
      const entry = await store.find(kind, hashRecordId(id))
      if (!entry) return undefined
      const consumed = entry.consumedAt === undefined ? {} : { consumed: Math.floor(entry.consumedAt / 1000) }
      return { ...(entry.value as AdapterPayload), jti: id, ...consumed }
    },

    async findByUid(uid) {
      const entry = await store.find(byUid, hashRecordId(uid))
      return typeof entry?.value === 'string' ? this.find(entry.value) : undefined
    },

    async findByUserCode() {
      return undefined // the device flow (RFC 8628) is not supported
    },

    async consume(id) {
      await store.consume(kind, hashRecordId(id))
    },

    async destroy(id) {
      await store.remove(kind, hashRecordId(id))
    },

    async revokeByGrantId(grantId) {
      await store.removeGroup(storageKeys.chain(grantId))
    },
  }
}

/** Returns the storage key of a record: the SHA-256 hash of its id. */
export function hashRecordId(id: string): string {
  return hash('sha256', id, 'base64url')
}
