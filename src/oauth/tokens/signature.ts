/**
 * ES256 signatures of which every message has only one spelling per signing.
 *
 * RFC 7518 section 3.4: R and S, 32 bytes each. With (r, s) the pair (r, n - s) verifies as well, and the last
 * character of the base64url text has bits that decoders ignore. Both would give a token a second text, so S is
 * always the lower of the two and the text always the canonical one; anything else is refused.
 */
import { type KeyObject, sign, verify } from 'node:crypto'

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n // n of P-256
const half = order / 2n

/** The signature of a text, as base64url. */
export function signText(text: string, key: KeyObject): string {
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  const s = BigInt(`0x${signature.toString('hex', 32)}`)
  if (s > half) signature.write((order - s).toString(16).padStart(64, '0'), 32, 'hex')
  return signature.toString('base64url')
}

/** Whether a base64url text is the signature of a text, in its only allowed spelling. */
export function verifyText(text: string, signature: string, key: KeyObject): boolean {
  if (signature.length !== 86) return false
  const bytes = Buffer.from(signature, 'base64url')
  if (bytes.length !== 64 || bytes.toString('base64url') !== signature) return false
  if (BigInt(`0x${bytes.toString('hex', 32)}`) > half) return false
  return verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, bytes)
}
