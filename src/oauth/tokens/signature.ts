/**
 * ES256 signatures of which every message has only one spelling per signing.
 *
 * RFC 7518 section 3.4: R and S, 32 bytes each. With (r, s) the pair (r, n - s) verifies as well, and the last
 * character of the base64url text has bits that decoders ignore. Both would give a token a second text, so S is
 * always the lower of the two and the text always the canonical one; anything else is refused.
 */
import { type KeyObject, sign, verify } from 'node:crypto'

import { parseDerSignature, renderDerSignature } from './der-signature.ts'

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n // n of P-256
const highest = Buffer.from((order / 2n).toString(16), 'hex') // that S may be

/** The signature of a text, as base64url. */
export function signText(text: string, key: KeyObject): string {
  const pair = parseDerSignature(sign('sha256', Buffer.from(text), key))
  if (isHigh(pair)) {
    const s = order - BigInt(`0x${pair.toString('hex', 32)}`)
    pair.write(s.toString(16).padStart(64, '0'), 32, 'hex')
  }
  return pair.toString('base64url')
}

/** Whether a base64url text is the signature of a text, in its only allowed spelling. */
export function verifyTextSignature(text: string, signature: string, key: KeyObject): boolean {
  if (signature.length !== 86) return false
  const pair = Buffer.from(signature, 'base64url')
  if (pair.length !== 64 || pair.toString('base64url') !== signature) return false
  if (isHigh(pair)) return false
  return verify('sha256', Buffer.from(text), key, renderDerSignature(pair))
}

function isHigh(pair: Buffer): boolean {
  return pair.compare(highest, 0, 32, 32) > 0
}
