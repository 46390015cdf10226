/** Remembers the keys that no longer sign, without their private parts, so that the list of keys has its past. */
import { recordLifeMs, type StateStore } from '../../../shared/storage/index.ts'
import type { StorageKeys } from '../state/storage-keys.ts'
import type { SigningKey } from './signing-key.ts'

/** Times are in milliseconds since the epoch. */
export interface RetiredSigningKey extends Pick<SigningKey, 'kid' | 'source' | 'createdAt' | 'activeFrom'> {
  /** When tokens of the key began or begin to be rejected. */
  expiresAt: number
  /** Whether an operator removed the key before its last token had expired. */
  isRemoved: boolean
}

/** A record of the store; `source` is absent for keys of the store. */
type StoredRecord = Omit<RetiredSigningKey, 'kid' | 'source'> & Partial<Pick<RetiredSigningKey, 'source'>>

/** Saves that a key ends. Throws when the store fails. */
export async function saveRetiredSigningKey(
  store: StateStore,
  { retiredKeys: kind }: Pick<StorageKeys, 'retiredKeys'>,
  { kid, source, createdAt, activeFrom }: Pick<SigningKey, 'kid' | 'source' | 'createdAt' | 'activeFrom'>,
  { expiresAt, isRemoved }: { expiresAt: number; isRemoved: boolean },
): Promise<void> {
  const record = { activeFrom, expiresAt, isRemoved, createdAt, source: source !== 'store' ? source : undefined }
  await store.save(kind, kid, record, { expiresAt: expiresAt + recordLifeMs })
}

/** Returns the saved keys in the order in which they began to sign. Throws when the store fails. */
export async function readRetiredSigningKeys(
  store: StateStore,
  { retiredKeys: kind }: Pick<StorageKeys, 'retiredKeys'>,
): Promise<RetiredSigningKey[]> {
  const kept = await store.list(kind)
  return kept
    .map(({ key, entry }) => {
      const { createdAt, source = 'store', ...record } = entry.value as StoredRecord
      return { kid: key, source, createdAt, ...record }
    })
    .sort((a, b) => a.activeFrom - b.activeFrom)
}
