/**
 * ES256 signatures in exactly one encoding.
 *
 * RFC 7518 section 3.4: R and S, 32 bytes each. For each valid pair (r, s), the pair (r, n - s) is valid as well, and
 * decoders ignore some bits of the last base64url character. Both would give one token several texts. Therefore `s`
 * must be the lower of the two values, and the text the canonical base64url; other signatures are rejected.
 */
import { type KeyObject, sign, verify } from 'node:crypto'
import { parseDerSignature, renderDerSignature } from '../../../shared/security/index.ts'

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n // n, the order of the curve P-256
const highest = Buffer.from((order / 2n).toString(16), 'hex') // the highest S that is accepted

/** Returns the signature of a text as base64url. */
export function signText(text: string, key: KeyObject): string {
  return renderSignature(sign('sha256', Buffer.from(text), key))
}

/** Returns R and S, or their DER encoding, as text. Throws for other bytes; the signature is not verified. */
export function renderSignature(signature: Buffer): string {
  const pair = signature.length === 64 ? Buffer.from(signature) : parseDerSignature(signature)
  if (isHigh(pair)) {
    const s = order - BigInt(`0x${pair.toString('hex', 32)}`)
    pair.write(s.toString(16).padStart(64, '0'), 32, 'hex')
  }
  return pair.toString('base64url')
}

/** Returns whether `signature` is the signature of a text, in the only accepted encoding. */
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
