/**
 * The signing keys of a provider, in the store: made once, read by every process, changed without a restart.
 *
 * P-256 keys for ES256 (RFC 7518 section 3.4). The newest signs; the ones before it verify until what they
 * signed has expired.
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

export interface SigningKey {
  /** RFC 7638: the SHA-256 thumbprint. */
  kid: string
  privateKey: KeyObject
  publicKey: KeyObject
  /** As the JWKS shows it. */
  publicJwk: JsonWebKey & { kid: string; alg: 'ES256'; use: 'sig' }
  /** Milliseconds since the epoch; before it the key verifies and does not sign. */
  activeFrom: number
  /** Milliseconds since the epoch; undefined for the newest. */
  expiresAt: number | undefined
}

export interface SigningKeys {
  /** The key that signs now. */
  current(): SigningKey
  find(kid: string): SigningKey | undefined
  all(): readonly SigningKey[]
  /** Reads the keys again. */
  reload(): Promise<void>
}

/** Reads the keys; makes the first when there is none. Of many processes that open at once, one makes it. */
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

/** The live keys, oldest first. */
export async function readSigningKeys(store: StateStore, kind: string): Promise<SigningKey[]> {
  return (await store.list(kind)).map(({ entry }) => keyOf(entry))
}

/** The text of a place in the sequence; texts sort as the numbers do. */
export function formatKeySequence(number: number): string {
  return String(number).padStart(8, '0')
}

/** What is kept of a key that begins to sign at a time. Its id can be typed as a word of a command. */
export function generateStoredKey(activeFrom: number) {
  for (;;) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const jwk = privateKey.export({ format: 'jwk' }) as Record<string, string>
    if (!computeKeyId(jwk).startsWith('-')) return { jwk, activeFrom }
  }
}

/** RFC 7638. */
export function computeKeyId({ crv, kty, x, y }: Record<string, string>): string {
  return hash('sha256', JSON.stringify({ crv, kty, x, y }), 'base64url')
}

function keyOf({ value, expiresAt }: StateEntry): SigningKey {
  const { jwk, activeFrom } = value as ReturnType<typeof generateStoredKey>
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' })
  const { crv, kty, x, y } = jwk
  const kid = computeKeyId(jwk)

  return {
    kid,
    privateKey,
    publicKey: createPublicKey(privateKey),
    publicJwk: { kty, crv, x, y, kid, alg: 'ES256', use: 'sig' } as SigningKey['publicJwk'],
    activeFrom,
    expiresAt,
  }
}
