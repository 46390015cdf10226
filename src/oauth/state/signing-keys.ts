/**
 * The signing keys of a provider, in the store: created once, read by every process, changed without a restart.
 *
 * The keys are P-256 keys for ES256 (RFC 7518 section 3.4). The newest key signs. Older keys verify until the
 * tokens that they signed have expired.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'

import type { Clock } from '../../lib/time/clock.ts'
import type { StateEntry, StateStore } from '../../storage/index.ts'

/** A key pair that signs or verifies access tokens. */
export interface SigningKey {
  /** The SHA-256 thumbprint of the key: RFC 7638. */
  kid: string
  privateKey: KeyObject
  publicKey: KeyObject
  /** The member of the JWKS. */
  publicJwk: JsonWebKey & { kid: string; alg: 'ES256'; use: 'sig' }
  /** When the key was created, in milliseconds since the epoch; undefined for a key of an older version. */
  createdAt: number | undefined
  /** When the key begins to sign, in milliseconds since the epoch. It verifies from its creation on. */
  activeFrom: number
  /** When the key stops verifying, in milliseconds since the epoch; undefined for the newest key. */
  expiresAt: number | undefined
}

/** The signing keys of one provider, in memory. */
export interface SigningKeys {
  /** Returns the key that signs at this moment. */
  current(): SigningKey
  /** Returns the key with an id, unless it has expired. */
  find(kid: string): SigningKey | undefined
  /** Returns the keys that have not expired, oldest first. */
  all(): readonly SigningKey[]
  /** Reads the keys from the store again. */
  reload(): Promise<void>
}

/**
 * Reads the keys, and creates the first one when there is none. Of several processes that open at once, one
 * creates it. Throws when the store fails.
 */
export async function openSigningKeys(store: StateStore, kind: string, clock: Clock): Promise<SigningKeys> {
  let keys = await readSigningKeys(store, kind)
  if (keys.length === 0) {
    await store.create(kind, formatKeySequence(1), generateStoredKey(clock()))
    keys = await readSigningKeys(store, kind)
  }

  return {
    current() {
      const now = clock()
      return keys.findLast((key) => key.activeFrom <= now) ?? (keys[0] as SigningKey)
    },
    find(kid) {
      const key = keys.find((each) => each.kid === kid)
      return key && (key.expiresAt ?? Number.POSITIVE_INFINITY) > clock() ? key : undefined
    },
    all() {
      const now = clock()
      return keys.filter((key) => (key.expiresAt ?? Number.POSITIVE_INFINITY) > now)
    },
    async reload() {
      const found = await readSigningKeys(store, kind)
      if (found.length > 0) keys = found
    },
  }
}

/** Returns the stored keys, oldest first. */
export async function readSigningKeys(store: StateStore, kind: string): Promise<SigningKey[]> {
  return (await store.list(kind)).map(({ entry }) => parseStoredKey(entry))
}

/** Returns the storage key of a position in the sequence of keys. The texts sort like the numbers. */
export function formatKeySequence(number: number): string {
  return String(number).padStart(8, '0')
}

/** A key as the store has it. Keys of older versions have no `createdAt`. */
interface StoredSigningKey {
  jwk: Record<string, string>
  activeFrom: number
  createdAt?: number
}

/**
 * Generates the stored form of a key that begins to sign at a time in milliseconds since the epoch. Its id never
 * begins with a hyphen, so that it can be an argument of a command.
 */
export function generateStoredKey(activeFrom: number, createdAt = activeFrom) {
  for (;;) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const jwk = privateKey.export({ format: 'jwk' }) as Record<string, string>
    if (!computeKeyId(jwk).startsWith('-')) return { jwk, activeFrom, createdAt } satisfies StoredSigningKey
  }
}

/** Returns the SHA-256 thumbprint of a JWK as base64url: RFC 7638 section 3. */
export function computeKeyId({ crv, kty, x, y }: Record<string, string>): string {
  return hash('sha256', JSON.stringify({ crv, kty, x, y }), 'base64url')
}

/** Returns the key of an entry of the store. */
export function parseStoredKey({ value, expiresAt }: StateEntry): SigningKey {
  const { jwk, activeFrom, createdAt } = value as unknown as StoredSigningKey
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' })
  const { crv, kty, x, y } = jwk
  const kid = computeKeyId(jwk)

  return {
    kid,
    privateKey,
    publicKey: createPublicKey(privateKey),
    publicJwk: { kty, crv, x, y, kid, alg: 'ES256', use: 'sig' } as SigningKey['publicJwk'],
    createdAt,
    activeFrom,
    expiresAt,
  }
}
