/** Generates client ids and client secrets. */
import { randomBytes } from 'node:crypto'

/** Returns a secret of 256 random bits as base64url, which no format needs to escape. */
export function generateSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns a client id of 128 random bits in hexadecimal. */
export function generateClientId(): string {
  return randomBytes(16).toString('hex')
}
