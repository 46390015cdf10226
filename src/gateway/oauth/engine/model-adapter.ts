/** Stores the records of oidc-provider under a hash of their id, so that a copy of the store does not reveal any id. */
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { StateStore } from '../../../shared/storage/index.ts'
import { OauthError } from '../errors/oauth-error.ts'
import { findCurrentWork } from '../request/current-request.ts'
import type { ProviderParts } from '../request/provider-parts.ts'
import { hashRecordId, type StorageKeys } from '../state/storage-keys.ts'
import { toLibrarySeconds, toPastLibrarySeconds, toStoreSeconds } from './library-time.ts'

/** Returns the adapter of one model. `find` adds `consumedAt` (ms since the epoch) to a used record. */
export function buildModelAdapter(model: string, store: StateStore, storageKeys: StorageKeys, clock: Clock): Adapter {
  const kind = storageKeys.model(model)
  const byUid = storageKeys.model(`${model}.uid`)
  const byUserCode = storageKeys.model(`${model}.user-code`)

  return {
    async upsert(id, { jti, ...written }, expiresIn) {
      const payload = { ...written }
      if (written.iat !== undefined) payload.iat = toStoreSeconds(written.iat, clock)
      const chain = model === 'Grant' ? id : payload.grantId
      const options = {
        expiresAt: expiresIn === undefined ? undefined : clock() + expiresIn * 1000,
        group: chain === undefined ? undefined : storageKeys.chain(chain),
      }
      const saves = [store.save(kind, hashRecordId(id), payload, options)]
      if (payload.uid !== undefined) saves.push(store.save(byUid, hashRecordId(payload.uid), id, options))
      if (payload.userCode !== undefined)
        saves.push(store.save(byUserCode, hashRecordId(payload.userCode), id, options))
      await Promise.all(saves)
    },

    async find(id) {
      const entry = await store.find(kind, hashRecordId(id))
      if (!entry) return undefined
      const { consumedAt, expiresAt } = entry
      const payload = entry.value as AdapterPayload
      const consumed = consumedAt === undefined ? {} : { consumed: Math.floor(consumedAt / 1000), consumedAt }
      const record: AdapterPayload = { ...payload, jti: id, ...consumed }
      if (payload.iat !== undefined) record.iat = toPastLibrarySeconds(payload.iat * 1000, clock)
      if (expiresAt !== undefined) record.exp = toLibrarySeconds(expiresAt, clock)
      return record
    },

    async findByUid(uid) {
      const entry = await store.find(byUid, hashRecordId(uid))
      return typeof entry?.value === 'string' ? this.find(entry.value) : undefined
    },

    async findByUserCode(userCode) {
      const entry = await store.find(byUserCode, hashRecordId(userCode))
      return typeof entry?.value === 'string' ? this.find(entry.value) : undefined
    },

    async consume(id) {
      const run = () => store.consume(kind, hashRecordId(id))
      const work = findCurrentWork()
      if (work) work.spend = { what: 'code', run }
      else if (!(await run())) throw new errors.InvalidGrant(`this ${model} was used before`)
    },

    async destroy(id) {
      await store.remove(kind, hashRecordId(id))
    },

    async revokeByGrantId(grantId) {
      await store.removeGroup(storageKeys.chain(grantId))
    },
  }
}

/**
 * Returns the adapter of what may be used once, such as proofs and assertions. Of concurrent requests in all processes,
 * exactly one passes; oidc-provider itself reads and then writes, so that two could pass.
 */
export function buildReplayAdapter(base: Adapter, { store, storageKeys, clock }: ProviderParts): Adapter {
  const kind = storageKeys.model('ReplayDetection')
  return {
    ...base,
    async upsert(id, _payload, expiresIn = 0) {
      // Longer than the library says: it accepts proofs from the future, and its clock may be ahead of the store's.
      const expiresAt = Math.max(clock(), Date.now()) + (Math.max(0, expiresIn) + 300) * 1000
      const isFirst = await store.create(kind, hashRecordId(id), true, { expiresAt })
      if (!isFirst) throw new OauthError('invalid_request', 'The proof or assertion was used by another request')
    },
  }
}
