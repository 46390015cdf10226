/** Remembers the keys that no longer sign, without their private parts, so that the list of keys has its past. */
import type { StateStore } from '../../storage/index.ts'
import type { SigningKey } from './signing-keys.ts'
import type { StorageKeys } from './storage-keys.ts'

/** Times are in milliseconds since the epoch. */
export interface RetiredSigningKey {
  kid: string
  createdAt: number | undefined
  activeFrom: number
  /** When tokens of the key began or begin to be rejected. */
  expiresAt: number
  /** Whether an operator removed the key before its last token had expired. */
  isRemoved: boolean
}

const recordLifeMs = 400 * 86_400_000

/** Saves that a key ends. Throws when the store fails. */
export async function saveRetiredSigningKey(
  store: StateStore,
  { retiredKeys: kind }: Pick<StorageKeys, 'retiredKeys'>,
  { kid, createdAt, activeFrom }: Pick<SigningKey, 'kid' | 'createdAt' | 'activeFrom'>,
  { expiresAt, isRemoved }: { expiresAt: number; isRemoved: boolean },
): Promise<void> {
  const record = { activeFrom, expiresAt, isRemoved, ...(createdAt !== undefined && { createdAt }) }
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
      const { createdAt, ...record } = entry.value as unknown as Omit<RetiredSigningKey, 'kid'>
      return { kid: key, createdAt, ...record }
    })
    .sort((a, b) => a.activeFrom - b.activeFrom)
}
