/** Verifies proofs of possession: DPoP, RFC 9449 section 4.3. Whether a proof was used before, the caller checks. */
import { createPublicKey, hash, type JsonWebKey, verify } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { limitEntries } from '../../lib/caches/limit-entries.ts'
import { renderDerSignature } from './der-signature.ts'
import type { ProofNonces } from './proof-nonces.ts'
import type { UsedProof } from './used-proofs.ts'

/** The algorithms of proofs. None of them is symmetric (section 11.6). */
export const proofAlgorithms = ['ES256', 'Ed25519', 'EdDSA'] as const

/** What a proof must fit. */
export interface ProvenRequest {
  method: string
  /** The URL of the request, without query, as clients write it. */
  url: string
  /** The access token that the request presents; undefined for requests to the token endpoint. */
  accessToken: string | undefined
  /** Undefined where proofs need no nonce, and none is known. */
  nonces: ProofNonces | undefined
  /** Milliseconds since the epoch. */
  now: number
}

/** A proof that fits its request. */
export interface DpopProof extends UsedProof {
  /** The thumbprint of the key: RFC 7638. */
  jkt: string
  /** The id that the client gave the proof. */
  jti: string
  nonce: string | undefined
}

/** Why a proof is rejected. With `use_dpop_nonce` the client repeats the request with the next nonce. */
export type ProofRejection = { code: 'invalid_dpop_proof' | 'use_dpop_nonce'; words: string }

const maxProofLength = 8 * 1024 // characters
const maxIdLength = 256 // characters of the `jti`
const maxKeys = 1_000
/** How far the `iat` of a proof without nonce may be from now. */
const proofLifeMs = 300_000

type ProofKey = ReturnType<typeof readKey>

/** The keys of recent proofs by the text of their header, because clients use one key for many proofs. */
const knownKeys = new LRUCache<string, ProofKey>(limitEntries(maxKeys))

/** Returns the proof, or why it is rejected. `text` is the value of the `DPoP` header. Never throws. */
export function verifyDpopProof(text: string | undefined, request: ProvenRequest): DpopProof | ProofRejection {
  try {
    return verifyProof(text, request)
  } catch (error) {
    if (error instanceof ProofError) return { code: error.code, words: error.message }
    return { code: 'invalid_dpop_proof', words: 'The DPoP proof is not a JSON Web Token that can be read' }
  }
}

class ProofError extends Error {
  readonly code: ProofRejection['code']

  constructor(words: string, code: ProofRejection['code'] = 'invalid_dpop_proof') {
    super(words)
    this.code = code
  }
}

function verifyProof(text: string | undefined, request: ProvenRequest): DpopProof {
  if (!text) throw new ProofError('The request has no DPoP header: send a proof of the key of the token in it')
  if (text.includes(',')) throw new ProofError('The request has more than one DPoP proof: send one')
  if (text.length > maxProofLength) throw new ProofError(`The DPoP proof is longer than ${maxProofLength} characters`)
  const [head = '', body = '', signature = '', more] = text.split('.', 4)
  if (signature === '' || more !== undefined) throw new ProofError('The DPoP proof does not have three segments')
  const key = findKey(head)
  if (!hasSignature(`${head}.${body}`, Buffer.from(signature, 'base64url'), key)) {
    throw new ProofError('The signature of the DPoP proof is wrong')
  }
  return checkClaims(decode(body), key.jkt, request)
}

function decode(segment: string): Record<string, unknown> {
  const value: unknown = JSON.parse(Buffer.from(segment, 'base64url').toString('utf8'))
  if (typeof value !== 'object' || value === null) throw new ProofError('A segment of the DPoP proof is no JSON object')
  return value as Record<string, unknown>
}

function hasSignature(text: string, signature: Buffer, { key, isEc }: ProofKey): boolean {
  if (!isEc) return verify(undefined, Buffer.from(text), key, signature)
  return signature.length === 64 && verify('sha256', Buffer.from(text), key, renderDerSignature(signature))
}

/** Returns the key of a proof by the text of its header. */
function findKey(head: string): ProofKey {
  const known = knownKeys.get(head)
  if (known) return known
  const key = readHeader(decode(head))
  knownKeys.set(head, key)
  return key
}

/** Returns the key in the header of a proof. Nothing is fetched: a header that names a URL is rejected. */
function readHeader(header: Record<string, unknown>): ProofKey {
  const { typ, alg, jwk } = header
  if (typ !== 'dpop+jwt') throw new ProofError('The DPoP proof does not have the type dpop+jwt')
  if (!proofAlgorithms.some((each) => each === alg)) {
    throw new ProofError(`The DPoP proof has the algorithm ${show(alg)}; accepted are ${proofAlgorithms.join(', ')}`)
  }
  const foreign = ['jku', 'x5u', 'x5c', 'crit'].find((name) => name in header)
  if (foreign) throw new ProofError(`The header of the DPoP proof has ${foreign}: it must have its key in jwk only`)
  if (typeof jwk !== 'object' || jwk === null) throw new ProofError('The header of the DPoP proof has no key in jwk')
  if (['d', 'p', 'q', 'dp', 'dq', 'qi', 'k', 'priv'].some((name) => name in jwk)) {
    throw new ProofError('The DPoP proof has a private or symmetric key: replace the key, it is no longer secret')
  }
  const key = readKey(jwk as JsonWebKey)
  if (key.isEc !== (alg === 'ES256'))
    throw new ProofError(`The key of the DPoP proof does not fit its algorithm ${alg}`)
  return key
}

function readKey(jwk: JsonWebKey) {
  const { kty, crv, x, y } = jwk
  const isEc = kty === 'EC' && crv === 'P-256'
  if (!isEc && !(kty === 'OKP' && crv === 'Ed25519'))
    throw new ProofError('The key of the DPoP proof has another curve')
  // RFC 7638 section 3.2: the required members alone, in lexicographic order.
  const members = isEc ? { crv, kty, x, y } : { crv, kty, x }
  const key = createPublicKey({ key: members as JsonWebKey, format: 'jwk' })
  return { key, jkt: hashText(JSON.stringify(members)), isEc }
}

function checkClaims(claims: Record<string, unknown>, jkt: string, request: ProvenRequest): DpopProof {
  const { jti, htm, htu, iat, ath, nonce } = claims
  const { method, url, accessToken, nonces, now } = request
  if (typeof jti !== 'string' || jti === '' || jti.length > maxIdLength)
    throw new ProofError(`The DPoP proof needs a jti of up to ${maxIdLength} characters`)
  if (htm !== method) throw new ProofError(`The DPoP proof is for the method ${show(htm)}, the request has ${method}`)
  if (typeof htu !== 'string' || !isSameUrl(htu, url))
    throw new ProofError(`The DPoP proof is for the URL ${show(htu)}, the request is for ${url}`)
  if (typeof iat !== 'number') throw new ProofError('The DPoP proof has no time in iat')
  if (accessToken !== undefined && ath !== hashText(accessToken)) {
    throw new ProofError('The DPoP proof is for another access token: its ath is not the hash of this one')
  }
  const nonceExpiresAt = checkNonce(nonce, nonces)
  if (nonceExpiresAt === undefined && Math.abs(now - iat * 1000) > proofLifeMs) {
    throw new ProofError(`The DPoP proof is stale: its iat is more than ${proofLifeMs / 1000} seconds from now`)
  }
  return {
    jkt,
    jti,
    id: hashText(`${jkt} ${jti}`),
    expiresAt: nonceExpiresAt ?? iat * 1000 + proofLifeMs,
    nonce: nonce as string | undefined,
  }
}

/** Returns until when the nonce of a proof is accepted; undefined without a nonce. */
function checkNonce(nonce: unknown, nonces: ProofNonces | undefined): number | undefined {
  if (nonce === undefined) {
    if (nonces?.isRequired) throw new ProofError('The DPoP proof needs a nonce of this server', 'use_dpop_nonce')
    return undefined
  }
  const expiresAt = typeof nonce === 'string' ? nonces?.findExpiry(nonce) : undefined
  if (expiresAt !== undefined) return expiresAt
  const text = 'The nonce of the DPoP proof is not one that this server accepts now'
  throw new ProofError(text, nonces ? 'use_dpop_nonce' : 'invalid_dpop_proof')
}

/** Returns whether two URLs are the same without query and fragment, after normalisation: RFC 9449 section 4.3. */
function isSameUrl(one: string, other: string): boolean {
  if (one === other) return true
  const [first, second] = [URL.parse(one), URL.parse(other)]
  return first !== null && first.origin === second?.origin && first.pathname === second.pathname
}

function hashText(text: string): string {
  return hash('sha256', text, 'base64url')
}

/** Renders a value of a proof for an error text: short, and without characters that a header cannot hold. */
function show(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 200).replace(/[^\x21\x23-\x5b\x5d-\x7e]/g, '?') : 'none'
}
