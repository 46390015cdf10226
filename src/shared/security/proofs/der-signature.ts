/**
 * Converts between the two encodings of an ES256 signature: JWS, R and S in 32 bytes each (RFC 7518 section 3.4),
 * and DER, a sequence of two integers (RFC 3279 section 2.2.3).
 *
 * OpenSSL can convert as well, but looks up the curve each time, which takes more than half the time of a verification.
 */
const integerBytes = 32 // bytes of R, and of S
const maxDerBytes = 2 + 2 * (2 + 1 + integerBytes)
const [sequence, integer] = [0x30, 0x02]

/** Returns the DER encoding of a JWS signature of 64 bytes. */
export function renderDerSignature(pair: Buffer): Buffer {
  const der = Buffer.allocUnsafe(maxDerBytes)
  const middle = writeInteger(der, 2, pair.subarray(0, integerBytes))
  const end = writeInteger(der, middle, pair.subarray(integerBytes))
  der[0] = sequence
  der[1] = end - 2
  return der.subarray(0, end)
}

/** Returns the JWS encoding, 64 bytes, of a DER signature that OpenSSL created. */
export function parseDerSignature(der: Buffer): Buffer {
  const pair = Buffer.alloc(2 * integerBytes)
  const middle = copyInteger(der, 2, pair.subarray(0, integerBytes))
  copyInteger(der, middle, pair.subarray(integerBytes))
  return pair
}

/** Writes an integer at an offset without leading zero bytes, which DER forbids. Returns the offset of its end. */
function writeInteger(der: Buffer, at: number, number: Buffer): number {
  let first = 0
  while (first < integerBytes - 1 && number[first] === 0) first += 1
  const sign = number.readUInt8(first) > 0x7f ? 1 : 0 // a leading zero byte, without which the number would be negative
  const length = sign + integerBytes - first
  der[at] = integer
  der[at + 1] = length
  der[at + 2] = 0
  number.copy(der, at + 2 + sign, first)
  return at + 2 + length
}

/** Copies the integer at an offset to the end of `number`. Returns the offset of its end. */
function copyInteger(der: Buffer, at: number, number: Buffer): number {
  const length = der.readUInt8(at + 1)
  const start = at + 2
  const skipped = Math.max(0, length - integerBytes)
  der.copy(number, integerBytes - length + skipped, start + skipped, start + length)
  return start + length
}
