/** Proofs of possession as a client makes them, with every part open to change. */
import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'

export interface ProofKeys {
  privateKey: KeyObject
  jwk: Record<string, unknown>
}

export function newProofKeys(kind: 'ES256' | 'Ed25519' = 'ES256'): ProofKeys {
  const { privateKey, publicKey } =
    kind === 'ES256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519')
  return { privateKey, jwk: publicKey.export({ format: 'jwk' }) as Record<string, unknown> }
}

export interface ProofParts {
  method: string
  url: string
  token?: string
  /** Members that replace those of the header and of the claims. */
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
  /** Milliseconds since the epoch. */
  now?: number
}

/** Returns a proof, signed by a key of P-256 or Ed25519. */
export function signProof(
  keys: ProofKeys,
  { method, url, token, header, claims, now = Date.now() }: ProofParts,
): string {
  const isEc = keys.jwk.kty === 'EC'
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const head = { typ: 'dpop+jwt', alg: isEc ? 'ES256' : 'Ed25519', jwk: keys.jwk, ...header }
  const ath = token === undefined ? {} : { ath: createHash('sha256').update(token).digest('base64url') }
  const body = { jti: randomUUID(), htm: method, htu: url, iat: Math.floor(now / 1000), ...ath, ...claims }
  const text = `${encode(head)}.${encode(body)}`
  const hash = isEc ? 'sha256' : null
  const signature = sign(hash, Buffer.from(text), { key: keys.privateKey, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

/** The members of a JWK of which its thumbprint is made: RFC 7638 section 3.2. */
export function thumbprintOf({ jwk: { crv, kty, x, y } }: ProofKeys): string {
  const members = kty === 'EC' ? { crv, kty, x, y } : { crv, kty, x }
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url')
}
