/** Client ids and secrets of applications. */
import { randomBytes } from 'node:crypto'

/** 256 bits, in characters that need no escaping anywhere. */
export function generateSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** 128 bits in hexadecimal. */
export function generateClientId(): string {
  return randomBytes(16).toString('hex')
}
