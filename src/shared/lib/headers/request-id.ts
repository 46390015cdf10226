/** Creates request ids that are unique over processes and restarts, short, and cheap enough for every call. */
import { randomBytes } from 'node:crypto'

// hexadecimal, so that an id never starts with a dash or another character that a shell interprets
const process = randomBytes(6).toString('hex')
let count = 0

/** Returns a new id, such as `5f0c9a41d27e-2s`. */
export function createRequestId(): string {
  count += 1
  return `${process}-${count.toString(36)}`
}
