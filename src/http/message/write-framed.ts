/**
 * Writes bytes together with the lines around them.
 */
import type { Socket } from 'node:net'

/** So few bytes are worth a copy to go out in one piece. */
const fewBytes = 4 * 1024

export interface FramingText {
  /** Latin1, like all lines of HTTP. */
  before: string
  after: string
}

/** False: `drain` tells when there is room again. `onWritten` is told when the system has taken the bytes. */
export function writeFramed(
  socket: Socket,
  part: Buffer,
  { before, after }: FramingText,
  onWritten?: (error?: Error | null) => void,
): boolean {
  if (part.length <= fewBytes)
    return socket.write(before + part.toString('latin1') + after, 'latin1', onWritten)

  socket.cork()
  if (before !== '') socket.write(before, 'latin1')
  let wantsMore = socket.write(part, onWritten)
  if (after !== '') wantsMore = socket.write(after, 'latin1')
  socket.uncork()
  return wantsMore
}
