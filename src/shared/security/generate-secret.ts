/** Generates client ids and client secrets. */
import { randomBytes } from 'node:crypto'

/** Returns 256 random bits as base64url, which no format needs to escape, without the `-` at its start of an option. */
export function generateSecret(): string {
  return randomBytes(32).toString('base64url').replace(/^-/, '_')
}

/** Returns a client id of 128 random bits in hexadecimal. */
export function generateClientId(): string {
  return randomBytes(16).toString('hex')
}
