/** Parses P-256 keys from PEM and JWK texts: RFC 7468, RFC 7517. */
import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { attempt } from '../../../shared/lib/collections/attempt.ts'
import { signText, verifyTextSignature } from './signature.ts'
import { readPublicJwk, type SigningKey } from './signing-key.ts'

/** A key from outside the store. Without `sign` it only verifies. */
export type SuppliedKey = Pick<SigningKey, 'kid' | 'publicKey' | 'publicJwk' | 'sign'>

/** Keys cannot be read. The message names the place and the reason, and never has a part of a private key. */
export class KeySourceError extends Error {
  override name = 'KeySourceError'
}

const accepted =
  'accepted are P-256 keys for ES256: PEM ("BEGIN PRIVATE KEY", "BEGIN EC PRIVATE KEY" or "BEGIN PUBLIC KEY"), a JWK, or a JWK set'
const maxKeyIdLength = 128
const keyIdPattern = /^[A-Za-z0-9._~][A-Za-z0-9._~-]*$/

/** Returns the keys of a text in the order of the text. Throws `KeySourceError`; `place` names where the text is from. */
export function parseKeys(text: string, place: string): SuppliedKey[] {
  const trimmed = text.trim()
  if (trimmed === '') throw new KeySourceError(`${place}: it is empty; ${accepted}`)
  const keys = trimmed.startsWith('{') ? parseJwks(trimmed, place) : parsePem(trimmed, place)
  if (keys.length > 0) return keys
  throw new KeySourceError(`${place}: it has no key; ${accepted}`)
}

/** Returns the private key of a text as a JWK. Throws `KeySourceError` unless the text has exactly one. */
export function parsePrivateJwk(text: string, place: string): JsonWebKey {
  parseKeys(text, place) // reports keys that cannot be used
  const keys = text.trim().startsWith('{') ? readJwks(text, place) : splitPem(text)
  const [key] = keys
  if (keys.length !== 1 || key === undefined)
    throw new KeySourceError(`${place}: it has ${keys.length} keys; one private key is needed`)
  const object = toPrivateKey(typeof key === 'string' ? key : { key, format: 'jwk' }, place)
  if (!object) throw new KeySourceError(`${place}: it has a public key only; a private key is needed`)
  return object.export({ format: 'jwk' })
}

function parseJwks(text: string, place: string): SuppliedKey[] {
  return readJwks(text, place).map((jwk, index) => {
    const at = `${place}: key ${index + 1}`
    const { kid } = jwk as { kid?: unknown }
    if (kid !== undefined && !isKeyId(kid))
      throw new KeySourceError(
        `${at} has a key id that cannot be used; it must have 1 to ${maxKeyIdLength} letters, digits and . _ ~ -, without - at the beginning`,
      )
    return keyOf(toPrivateKey({ key: jwk, format: 'jwk' }, at), jwk, kid, at)
  })
}

function isKeyId(kid: unknown): kid is string {
  return typeof kid === 'string' && kid.length <= maxKeyIdLength && keyIdPattern.test(kid)
}

function readJwks(text: string, place: string): JsonWebKey[] {
  let parsed: { keys?: unknown }
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new KeySourceError(`${place}: it begins like a JWK and is not JSON; ${accepted}`) // the parser's message would quote the text
  }
  return (Array.isArray(parsed.keys) ? parsed.keys : [parsed]) as JsonWebKey[]
}

function parsePem(text: string, place: string): SuppliedKey[] {
  return splitPem(text).map((block, index) => {
    const at = `${place}: key ${index + 1}`
    return keyOf(toPrivateKey(block, at), block, undefined, at)
  })
}

/** Returns the blocks of keys. "EC PARAMETERS", which OpenSSL writes before a key, are left out. */
function splitPem(text: string): string[] {
  const blocks = text.match(/-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----/g) ?? []
  return blocks.filter((block) => !block.includes('EC PARAMETERS'))
}

/** Returns the private key; undefined for a public key. */
function toPrivateKey(key: string | { key: JsonWebKey; format: 'jwk' }, place: string): KeyObject | undefined {
  const isPrivate = typeof key === 'string' ? key.includes('PRIVATE KEY') : key.key?.d !== undefined
  if (!isPrivate) return undefined
  try {
    return createPrivateKey(key)
  } catch {
    throw new KeySourceError(
      `${place} cannot be read as a private key, or it is encrypted with a passphrase; ${accepted}`,
    )
  }
}

function keyOf(
  privateKey: KeyObject | undefined,
  written: string | JsonWebKey,
  kid: string | undefined,
  place: string,
): SuppliedKey {
  let publicKey: KeyObject
  try {
    publicKey = createPublicKey(privateKey ?? (typeof written === 'string' ? written : { key: written, format: 'jwk' }))
  } catch {
    throw new KeySourceError(`${place} is no key that can be read; ${accepted}`)
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = publicKey
  if (type !== 'ec' || details?.namedCurve !== 'prime256v1')
    throw new KeySourceError(
      `${place} is a key of type ${[type, details?.namedCurve].filter(Boolean).join(' ')}; ${accepted}`,
    )
  if (privateKey && !belongsTo(privateKey, publicKey))
    throw new KeySourceError(`${place} has a private part that does not belong to its public part`)
  const sign = privateKey && ((text: string) => signText(text, privateKey))
  return { ...readPublicJwk(publicKey.export({ format: 'jwk' }), kid), sign }
}

/** OpenSSL accepts a JWK whose members do not belong together. */
function belongsTo(privateKey: KeyObject, publicKey: KeyObject): boolean {
  return attempt(() => verifyTextSignature('', signText('', privateKey), publicKey)) ?? false
}
