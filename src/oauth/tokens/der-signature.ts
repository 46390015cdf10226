/**
 * The two spellings of an ES256 signature: the pair of tokens, R and S in 32 bytes each (RFC 7518 section 3.4), and
 * the one of OpenSSL, a DER sequence of two integers (RFC 3279 section 2.2.3).
 *
 * OpenSSL would translate as well, but looks up the curve each time, which costs more than half a verification.
 */
const half = 32 // bytes of R, and of S
const longest = 2 + 2 * (2 + 1 + half)
const [sequence, integer] = [0x30, 0x02]

/** DER of a pair. */
export function renderDerSignature(pair: Buffer): Buffer {
  const der = Buffer.allocUnsafe(longest)
  const middle = writeInteger(der, 2, pair.subarray(0, half))
  const end = writeInteger(der, middle, pair.subarray(half))
  der[0] = sequence
  der[1] = end - 2
  return der.subarray(0, end)
}

/** The pair of a signature that OpenSSL made. */
export function parseDerSignature(der: Buffer): Buffer {
  const pair = Buffer.alloc(2 * half)
  const middle = copyInteger(der, 2, pair.subarray(0, half))
  copyInteger(der, middle, pair.subarray(half))
  return pair
}

/** Writes a number at a place, as short as it can be: anything longer is refused. Answers where it ends. */
function writeInteger(der: Buffer, at: number, number: Buffer): number {
  let first = 0
  while (first < half - 1 && number[first] === 0) first += 1
  const sign = (number[first] as number) > 0x7f ? 1 : 0 // a zero in front, or it would be negative
  const length = sign + half - first
  der[at] = integer
  der[at + 1] = length
  der[at + 2] = 0
  number.copy(der, at + 2 + sign, first)
  return at + 2 + length
}

/** Copies the number at a place to the end of a half. Answers where it ends. */
function copyInteger(der: Buffer, at: number, number: Buffer): number {
  const length = der[at + 1] as number
  const start = at + 2
  const skipped = Math.max(0, length - half)
  der.copy(number, half - length + skipped, start + skipped, start + length)
  return start + length
}
