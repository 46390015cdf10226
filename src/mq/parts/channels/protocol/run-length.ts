/**
 * Run-length encoding of bytes (COMPMSG(RLE), COMPHDR(SYSTEM)).
 *
 * A control byte of 0 to 127 precedes one to 128 bytes that are copied; one of 129 to 255 precedes a byte that is
 * repeated 128 to 2 times. 128 is not used.
 */

const maxRun = 128
/** Shorter runs are copied. */
const minRun = 3

export function encodeRunLength(data: Buffer): Buffer {
  const encoded = Buffer.allocUnsafe(data.length + Math.ceil(data.length / maxRun))
  let end = 0
  let copyFrom = 0
  const copyUntil = (place: number) => {
    while (copyFrom < place) {
      const count = Math.min(maxRun, place - copyFrom)
      encoded[end] = count - 1
      data.copy(encoded, end + 1, copyFrom, copyFrom + count)
      end += count + 1
      copyFrom += count
    }
  }
  for (let place = 0; place < data.length; ) {
    const run = countRun(data, place)
    if (run >= minRun) {
      copyUntil(place)
      encoded[end] = 257 - run
      encoded[end + 1] = data[place] as number
      end += 2
      copyFrom = place + run
    }
    place += run
  }
  copyUntil(data.length)
  return encoded.subarray(0, end)
}

/** Throws a `RangeError` for bytes that are malformed or decode to more than `maxBytes`. */
export function decodeRunLength(encoded: Buffer, maxBytes: number): Buffer {
  const decoded = Buffer.allocUnsafe(measure(encoded, maxBytes))
  let end = 0
  for (let place = 0; place < encoded.length; ) {
    const control = encoded[place] as number
    if (control < maxRun) {
      encoded.copy(decoded, end, place + 1, place + 2 + control)
      end += control + 1
      place += control + 2
    } else {
      decoded.fill(encoded[place + 1] as number, end, end + 257 - control)
      end += 257 - control
      place += 2
    }
  }
  return decoded
}

/** Returns the length of the decoded bytes. */
function measure(encoded: Buffer, maxBytes: number): number {
  let length = 0
  let place = 0
  while (place < encoded.length) {
    const control = encoded[place] as number
    if (control === maxRun) throw new RangeError('control byte 128 is not used')
    length += control < maxRun ? control + 1 : 257 - control
    place += control < maxRun ? control + 2 : 2
    if (length > maxBytes) throw new RangeError(`more than ${maxBytes} bytes`)
  }
  if (place !== encoded.length) throw new RangeError('the last run is not complete')
  return length
}

function countRun(data: Buffer, start: number): number {
  const limit = Math.min(data.length, start + maxRun)
  let place = start + 1
  while (place < limit && data[place] === data[start]) place++
  return place - start
}
