/**
 * The passwords of `mqwebuser.xml`: plain text, `{xor}` and `{hash}`.
 *
 * `{xor}` is an encoding without protection: base64 of each byte XOR 0x5F. `{hash}` is base64 of tagged fields:
 * version 01, then the salt with tag `30` and the digest with tag `40`, each with a length of four bytes. The
 * digest is PBKDF2-HMAC-SHA1 with 6384 iterations of the password in UTF-8.
 */
import { pbkdf2, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(pbkdf2)
const iterations = 6384
const saltTag = 0x30
const digestTag = 0x40

export type PasswordHash = { salt: Buffer; digest: Buffer }

/** Returns the plain password. Throws for `{hash}`, which is not reversible, and for unknown encodings. */
export function readPassword(text: string): string {
  const [, coding, rest = ''] = /^\{(\w+)\}(.*)$/s.exec(text) ?? []
  if (coding === undefined) return text
  if (coding === 'xor') return Buffer.from(decodeBase64(rest, '{xor}').map((byte) => byte ^ 0x5f)).toString('utf8')
  if (coding === 'hash')
    throw new Error('a {hash} password is not reversible: use it for a <user> only, and plain text or {xor} here')
  throw new Error(`the password must be plain text, {xor} or {hash}, found {${coding}}`)
}

/** Returns the hash of a user's password from any encoding. Throws for an invalid `{xor}` or `{hash}` value. */
export function readUserPassword(text: string): PasswordHash {
  if (text.startsWith('{hash}')) return parseHash(decodeBase64(text.slice('{hash}'.length), '{hash}'))

  // Plain passwords are hashed as well, so that a check takes the same time for every encoding.
  const salt = randomBytes(8)
  return { salt, digest: pbkdf2Sync(readPassword(text), salt, iterations, 32, 'sha1') }
}

/** Returns the `{hash}` form of a password. */
export async function hashUserPassword(password: string): Promise<string> {
  const salt = randomBytes(8)
  const digest = await derive(password, salt, iterations, 32, 'sha1')
  const field = (tag: number, value: Buffer) => {
    const head = Buffer.from([tag, 0, 0, 0, value.length])
    return Buffer.concat([head, value])
  }
  const bytes = Buffer.concat([Buffer.from([1]), field(saltTag, salt), field(digestTag, digest)])
  return `{hash}${bytes.toString('base64')}`
}

/** Returns whether a password has this hash. Compares in constant time. */
export async function verifyPassword(hash: PasswordHash, password: string): Promise<boolean> {
  const digest = await derive(password, hash.salt, iterations, hash.digest.length, 'sha1')
  return timingSafeEqual(digest, hash.digest)
}

function parseHash(bytes: Buffer): PasswordHash {
  if (bytes[0] !== 1) throw new Error('a {hash} password must have version 1')
  const fields = new Map<number, Buffer>()

  for (let at = 1; at < bytes.length; ) {
    if (at + 5 > bytes.length) throw new Error('a {hash} password ends within a field')
    const tag = bytes[at] as number
    const end = at + 5 + bytes.readUInt32BE(at + 1)
    if (end > bytes.length) throw new Error('a {hash} password ends within a field')
    fields.set(tag, bytes.subarray(at + 5, end))
    at = end
  }

  const salt = fields.get(saltTag)
  const digest = fields.get(digestTag)
  const other = [...fields.keys()].find((tag) => tag !== saltTag && tag !== digestTag)
  if (other !== undefined) throw new Error(`a {hash} password with field ${other.toString(16)} is not supported`)
  if (!salt?.length || digest?.length !== 32) throw new Error('a {hash} password needs a salt and a digest of 32 bytes')
  return { salt, digest }
}

function decodeBase64(text: string, what: string): Buffer {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw new Error(`a ${what} password must be base64`)
  return Buffer.from(text, 'base64')
}
