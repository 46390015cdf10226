/** The private keys that Sluice generates and keeps in the store. */
import { createPrivateKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import type { StateEntry, StateStore, StateValue } from '../../../shared/storage/index.ts'
import type { StorageKeys } from '../state/storage-keys.ts'
import { saveRetiredSigningKey } from './retired-signing-keys.ts'
import { signText } from './signature.ts'
import { computeKeyId, readPublicJwk, type SigningKey, SigningUnavailableError, type SignText } from './signing-key.ts'

/** Returns the stored keys, oldest first. Rejects when the store fails. */
export async function readStoredKeys(store: StateStore, kind: string): Promise<SigningKey[]> {
  return (await store.list(kind)).map(({ entry }) => parseStoredKey(entry))
}

/** Returns the storage key of a position in the sequence of keys. The texts sort like the numbers. */
export function formatKeySequence(number: number): string {
  return String(number).padStart(8, '0')
}

/** A key as the store has it. Keys of older versions have no `createdAt`. */
export type StoredSigningKey = { jwk: Record<string, string>; activeFrom: number; createdAt?: number }

/** Generates a key that signs from a time (ms since the epoch). Its id can be an argument: no hyphen comes first. */
export function generateStoredKey(activeFrom: number, createdAt = activeFrom): StoredSigningKey {
  for (;;) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const jwk = privateKey.export({ format: 'jwk' }) as Record<string, string>
    if (!computeKeyId(jwk).startsWith('-')) return { jwk, activeFrom, createdAt }
  }
}

/** Returns the stored form of a private JWK. Its id is the thumbprint, as that of generated keys. */
export function renderStoredKey(
  { kty, crv, x, y, d }: JsonWebKey,
  activeFrom: number,
  createdAt: number,
): StoredSigningKey {
  return { jwk: { kty, crv, x, y, d } as Record<string, string>, activeFrom, createdAt }
}

/** Creates a key when every stored one has an end; of several processes that do so, one succeeds. */
export async function createKeyIfNone(store: StateStore, kind: string, now: number): Promise<void> {
  const stored = await store.list(kind)
  if (stored.some(({ entry }) => entry.expiresAt === undefined)) return
  const next = formatKeySequence(Number(stored.at(-1)?.key ?? 0) + 1)
  await store.create(kind, next, generateStoredKey(now))
}

/** Sets the end (milliseconds, epoch) of entries without one, and remembers them as keys that no longer sign. */
export async function retireStoredKeys(
  store: StateStore,
  storageKeys: Pick<StorageKeys, 'keys' | 'retiredKeys'>,
  entries: readonly { key: string; entry: StateEntry }[],
  end: number,
): Promise<void> {
  const older = entries.filter(({ entry }) => entry.expiresAt === undefined)
  await Promise.all(
    older.map(async ({ key, entry }) => {
      await store.save(storageKeys.keys, key, entry.value, { expiresAt: end })
      const ending = { expiresAt: end, isRemoved: false }
      await saveRetiredSigningKey(store, storageKeys, parseStoredKey(entry), ending)
    }),
  )
}

/** Returns the key of an entry of the store. */
export function parseStoredKey({ value, expiresAt }: StateEntry): SigningKey {
  const { jwk, activeFrom, createdAt } = value as unknown as StoredSigningKey
  return { ...readPublicJwk(jwk), source: 'store', sign: buildSign(jwk), createdAt, activeFrom, expiresAt }
}

/** A key from the copy of the store on this disk has no private part: it verifies, and does not sign. */
function buildSign(jwk: StoredSigningKey['jwk']): SignText {
  if (jwk.d === undefined)
    return () => {
      throw new SigningUnavailableError('the store, which has the private key, cannot be reached')
    }
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' })
  return (text) => signText(text, privateKey)
}

/** Returns the value of a stored key without its private part, for a copy of the store. */
export function removePrivatePart(value: StateValue): StateValue {
  const { jwk, ...rest } = value as StoredSigningKey
  const { kty = '', crv = '', x = '', y = '' } = jwk
  return { ...rest, jwk: { kty, crv, x, y } }
}
