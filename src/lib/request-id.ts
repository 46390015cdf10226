/** Names for calls: unique over processes and restarts, short enough to read out, cheap enough for every call. */
import { randomBytes } from 'node:crypto'

const process = randomBytes(9).toString('base64url')
let count = 0

/** A new name, such as `q0Zq3kfBzQ1u-2s`. */
export function newRequestId(): string {
  count += 1
  return `${process}-${count.toString(36)}`
}
