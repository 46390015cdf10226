/** Names for calls: unique over processes and restarts, short enough to read out, cheap enough for every call. */
import { randomBytes } from 'node:crypto'

const process = randomBytes(6).toString('hex') // begins with nothing that a shell or a command takes for an option
let count = 0

/** A new name, such as `5f0c9a41d27e-2s`. */
export function newRequestId(): string {
  count += 1
  return `${process}-${count.toString(36)}`
}
