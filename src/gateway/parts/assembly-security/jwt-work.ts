/** The work of `jwt-validate` and `jwt-generate` with JOSE: RFC 7515 to RFC 7519. It is loaded with the first call that needs it. */
import {
  CompactEncrypt,
  compactDecrypt,
  createLocalJWKSet,
  errors,
  importJWK,
  importPKCS8,
  importSPKI,
  importX509,
  type JSONWebKeySet,
  type JWK,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
  SignJWT,
} from 'jose'
import { LRUCache } from 'lru-cache'
import { definedMembers } from '../../../shared/lib/collections/defined-members.ts'
import { parseIfJson } from '../../data-plane/templates/value-reader.ts'
import { ProviderUnavailableError } from '../../data-plane/upstream/provider-request.ts'

export { openRemoteKeys } from '../../data-plane/upstream/remote-keys.ts'

/** Reports a token or a key that cannot be used. The message is for the log. */
export class JwtError extends Error {
  override name = 'JwtError'
}

/** Reports that the keys of an issuer cannot be fetched: whether the token is valid is not known. */
export class KeysUnavailableError extends JwtError {}

type Key = Awaited<ReturnType<typeof importJWK>>
const signatureAlgorithms = /^(?:HS|RS|PS|ES)(?:256|384|512)$|^(?:EdDSA|Ed25519)$/

/** Keys that were read from variables, by their text. */
const knownKeys = new LRUCache<string, Promise<Key>>({ max: 200 })
const knownSets = new LRUCache<string, JWTVerifyGetKey>({ max: 50 })

/**
 * Returns the claims of a token whose signature, `exp` and `nbf` are valid. `key` is a JWK, a JWK set, a key in PEM, or the
 * function of `openRemoteKeys`; `decryptionKey` decrypts an encrypted token. Throws `JwtError`, and `KeysUnavailableError`.
 */
export async function verifyJwt(token: string, key: unknown, decryptionKey: unknown, now: number): Promise<JWTPayload> {
  try {
    const isEncrypted = token.split('.').length === 5
    const signed = isEncrypted ? await decrypt(token, decryptionKey) : token
    if (signed.startsWith('{')) throw new JwtError('the encrypted token is not signed')
    const options = { currentDate: new Date(now) }
    const { payload } =
      typeof key === 'function'
        ? await jwtVerify(signed, key as JWTVerifyGetKey, options)
        : await jwtVerify(signed, await findVerifyKey(key, signed), options)
    return payload
  } catch (error) {
    const isOfKeys = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid
    if (error instanceof ProviderUnavailableError || (isOfKeys && typeof key === 'function'))
      throw new KeysUnavailableError(error.message, { cause: error })
    if (error instanceof errors.JOSEError || error instanceof TypeError)
      throw new JwtError(error.message, { cause: error })
    throw error
  }
}

async function decrypt(token: string, key: unknown): Promise<string> {
  if (key === undefined) throw new JwtError('the token is encrypted, and the policy has no key to decrypt it')
  const { plaintext } = await compactDecrypt(token, await readKey(key, readHeader(token).alg, false))
  return new TextDecoder().decode(plaintext)
}

async function findVerifyKey(key: unknown, token: string): Promise<JWTVerifyGetKey> {
  const value = parseIfJson(key)
  if (typeof value === 'object' && value !== null && 'keys' in value) {
    const text = JSON.stringify(value)
    const known = knownSets.get(text) ?? createLocalJWKSet(value as JSONWebKeySet)
    knownSets.set(text, known)
    return known
  }
  const { alg } = readHeader(token)
  if (!signatureAlgorithms.test(alg)) throw new JwtError(`the algorithm "${alg}" of the token is not supported`)
  const found = await readKey(value, alg, true)
  return async () => found
}

/** Returns the key of a JWK or a PEM text. */
function readKey(key: unknown, algorithm: string, isPublic: boolean): Promise<Key> {
  const value = parseIfJson(key)
  if (value === undefined || value === '') throw new JwtError('the key of the policy has no value')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const id = `${algorithm} ${isPublic} ${text}`
  let found = knownKeys.get(id)
  if (!found) {
    // The algorithm of a token may be one for another kind of key, which WebCrypto rejects with a DOMException.
    found = importKey(value, text, algorithm, isPublic).catch((cause: Error) => {
      knownKeys.delete(id)
      throw cause instanceof DOMException ? new JwtError(cause.message, { cause }) : cause
    })
    knownKeys.set(id, found)
  }
  return found
}

async function importKey(value: unknown, text: string, algorithm: string, isPublic: boolean): Promise<Key> {
  if (typeof value === 'object') return importJWK(value as JWK, algorithm)
  if (text.includes('BEGIN CERTIFICATE')) return importX509(text, algorithm)
  if (text.includes('BEGIN PUBLIC KEY')) return importSPKI(text, algorithm)
  if (text.includes('BEGIN PRIVATE KEY') && !isPublic) return importPKCS8(text, algorithm)
  throw new JwtError('a key must be a JWK, a JWK set, or PEM (PUBLIC KEY, CERTIFICATE or PRIVATE KEY)')
}

function readHeader(token: string): { alg: string } {
  try {
    const header = JSON.parse(Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString())
    return { alg: String(header.alg) }
  } catch {
    throw new JwtError('the token is not a JWT')
  }
}

export type SigningSettings = { key: unknown; algorithm: string; keyId: string | undefined }

export interface EncryptionSettings extends SigningSettings {
  encryption: string
}

/** Returns a token with the claims: signed, encrypted, or signed and then encrypted. Throws `JwtError`. */
export async function createJwt(
  claims: JWTPayload,
  signing: SigningSettings | undefined,
  encryption: EncryptionSettings | undefined,
): Promise<string> {
  try {
    const text = signing ? await sign(claims, signing) : JSON.stringify(claims)
    return encryption ? await encrypt(text, signing !== undefined, encryption) : text
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError)
      throw new JwtError(error.message, { cause: error })
    throw error
  }
}

async function sign(claims: JWTPayload, { key, algorithm, keyId }: SigningSettings): Promise<string> {
  const kid = keyId ?? findKeyId(key)
  const header = definedMembers({ alg: algorithm, typ: 'JWT', kid })
  return new SignJWT(claims).setProtectedHeader(header).sign(await readKey(key, algorithm, false))
}

async function encrypt(text: string, isSigned: boolean, settings: EncryptionSettings): Promise<string> {
  const kid = settings.keyId ?? findKeyId(settings.key)
  const cty = isSigned ? 'JWT' : undefined
  const header = definedMembers({ alg: settings.algorithm, enc: settings.encryption, cty, kid })
  const key = await readKey(settings.key, settings.algorithm, true)
  return new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader(header).encrypt(key)
}

function findKeyId(key: unknown): string | undefined {
  const value = parseIfJson(key)
  return typeof value === 'object' && value !== null && 'kid' in value ? String(value.kid) : undefined
}
