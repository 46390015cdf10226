/** A key of a provider, and the helpers that every kind of key needs. The keys are P-256 keys for ES256 (RFC 7518 section 3.4). */
import { createPublicKey, hash, type JsonWebKey, type KeyObject } from 'node:crypto'
import type { SigningKeySource } from '../../config/types/index.ts'

/** The public key as a member of the JWKS. */
export type PublicJwk = JsonWebKey & { kid: string; alg: 'ES256'; use: 'sig' }

/**
 * Signs a text. Returns R and S as base64url (RFC 7518 section 3.4), or a promise of them when the private key is in
 * another process; it rejects with `SigningUnavailableError`.
 */
export type SignText = (text: string) => string | Promise<string>

/** A key that verifies access tokens, and signs them when its private half is available. */
export interface SigningKey {
  /** The key id: the SHA-256 thumbprint of the key (RFC 7638), or the id that a JWK has. */
  kid: string
  publicKey: KeyObject
  publicJwk: PublicJwk
  /** Where the private key is. */
  source: SigningKeySource['kind']
  /** Undefined when this process only verifies with the key. */
  sign: SignText | undefined
  /** When the key was created or first read, in milliseconds since the epoch; undefined for a key of an older version. */
  createdAt: number | undefined
  /** When the key begins to sign, in milliseconds since the epoch. It verifies from its creation on. */
  activeFrom: number
  /** When the key stops verifying, in milliseconds since the epoch; undefined for a key without an end. */
  expiresAt: number | undefined
}

/** How long a new key waits before it signs, so that every worker has read it and can verify its tokens. */
export const activationDelayMs = 2_000

/** Returns the SHA-256 thumbprint of a JWK as base64url: RFC 7638 section 3. */
export function computeKeyId({ crv, kty, x, y }: JsonWebKey): string {
  return hash('sha256', JSON.stringify({ crv, kty, x, y }), 'base64url')
}

/** Returns the public key of a P-256 JWK, which may have a private part, and its member of the JWKS. Throws for another kind of key. */
export function readPublicJwk(
  { kty, crv, x, y }: JsonWebKey,
  kid?: string,
): Pick<SigningKey, 'kid' | 'publicKey' | 'publicJwk'> {
  const jwk = { kty, crv, x, y } as JsonWebKey
  const id = kid ?? computeKeyId(jwk)
  return {
    kid: id,
    publicKey: createPublicKey({ key: jwk, format: 'jwk' }),
    publicJwk: { ...jwk, kid: id, alg: 'ES256', use: 'sig' } as PublicJwk,
  }
}

/** No access token can be signed at present. The request may be repeated: nothing was stored. */
export class SigningUnavailableError extends Error {
  override name = 'SigningUnavailableError'
  /** Seconds after which a retry makes sense. */
  readonly retryAfter = 5
}
