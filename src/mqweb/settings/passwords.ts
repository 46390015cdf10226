/**
 * Passwords as `mqwebuser.xml` writes them: plain, `{xor}` and `{hash}`.
 *
 * `{xor}` is an encoding, not a protection: base64 of each byte XOR 0x5F. `{hash}` is base64 of tagged fields:
 * version 01, then `30` salt and `40` digest with a length of four bytes each; the digest is
 * PBKDF2-HMAC-SHA1 with 6384 iterations of the password in UTF-8.
 */
import { pbkdf2, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(pbkdf2)
const iterations = 6384
const saltTag = 0x30
const digestTag = 0x40

export interface PasswordHash {
  salt: Buffer
  digest: Buffer
}

/** The password that a text stands for. Throws for `{hash}`, which cannot be turned back, and for unknown codings. */
export function readPassword(text: string): string {
  const [, coding, rest = ''] = /^\{(\w+)\}(.*)$/s.exec(text) ?? []
  if (coding === undefined) return text
  if (coding === 'xor') return flip(decodeBase64(rest, '{xor}')).toString('utf8')
  if (coding === 'hash') throw new Error('a {hash} password cannot be turned back, so it only fits a user')
  throw new Error(`passwords are written plain, as {xor} or as {hash}, found {${coding}}`)
}

/** What `verifyPassword` needs to check a user's password, made from any of the three spellings. */
export function readUserPassword(text: string): PasswordHash {
  if (text.startsWith('{hash}')) return parseHash(decodeBase64(text.slice('{hash}'.length), '{hash}'))

  // Plain passwords are hashed as well, so that checking a user takes the same time whatever its spelling.
  const salt = randomBytes(8)
  return { salt, digest: pbkdf2Sync(readPassword(text), salt, iterations, 32, 'sha1') }
}

/** Whether a password has this hash. The comparison takes the same time wherever the texts differ. */
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
  if (other !== undefined)
    throw new Error(`a {hash} password with field ${other.toString(16)} is not supported`)
  if (!salt?.length || digest?.length !== 32)
    throw new Error('a {hash} password needs a salt and a digest of 32 bytes')
  return { salt, digest }
}

function flip(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte) => byte ^ 0x5f))
}

function decodeBase64(text: string, what: string): Buffer {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw new Error(`a ${what} password must be base64`)
  return Buffer.from(text, 'base64')
}
