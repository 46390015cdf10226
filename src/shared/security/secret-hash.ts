/** Hashes secrets and passwords for storage: Argon2id (RFC 9106) in the PHC string format. */
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>

const shape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Returns whether a text is a hash that `verifySecret` can check. */
export function isSecretHash(text: string): boolean {
  return shape.test(text)
}

/** Returns the hash of a secret, `$argon2id$v=19$m=…,t=…,p=…$salt$digest`. */
export async function hashSecret(secret: string): Promise<string> {
  const salt = randomBytes(16)
  const { memory, passes, parallelism } = hashCost
  const digest = await digestOf(secret, salt, hashCost, 32)
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(salt)}$${bare(digest)}`
}

/** Returns whether a secret has this hash; false also for a text that is not a hash. */
export async function verifySecret(hash: string, secret: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, expected] = shape.exec(hash) ?? []
  if (!salt || !expected) return false

  const wanted = Buffer.from(expected, 'base64')
  const settings = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return timingSafeEqual(await digestOf(secret, Buffer.from(salt, 'base64'), settings, wanted.length), wanted)
}

function digestOf(secret: string, nonce: Buffer, settings: typeof hashCost, tagLength: number) {
  return derive('argon2id', { message: secret, nonce, tagLength, ...settings })
}

function bare(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

/**
 * The cost of new hashes: RFC 9106 section 4, second option, with less memory for a machine that also serves calls. A
 * hash contains the cost that it was made with.
 */
const hashCost = {
  /** In KiB. */
  memory: 19_456,
  passes: 2,
  /** The number of lanes. */
  parallelism: 1,
}
