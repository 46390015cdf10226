/** Writes bytes with framing text before and after them. */
import type { Socket } from 'node:net'

/** The maximum number of bytes that are copied to be sent in one write with the text around them. */
const maxCopiedBytes = 4 * 1024
/** The bytes that may wait for one peer: two reads of a large body. Beyond Node's limit of one, each would pause the sender. */
const maxWaitingBytes = 128 * 1024

export interface FramingText {
  /** Latin1 text that precedes the bytes. */
  before: string
  after: string
}

/** Returns false when the writer should wait for `drain`. */
export function hasRoom(socket: Socket): boolean {
  return socket.writableLength < maxWaitingBytes
}

/** Returns false when the caller should wait for `drain`. `onWritten` is called when the system has the bytes. */
export function writeFramed(
  socket: Socket,
  part: Buffer,
  { before, after }: FramingText,
  onWritten?: (error?: Error | null) => void,
): boolean {
  if (part.length <= maxCopiedBytes) {
    socket.write(before + part.toString('latin1') + after, 'latin1', onWritten)
    return hasRoom(socket)
  }
  socket.cork()
  if (before !== '') socket.write(before, 'latin1')
  socket.write(part, onWritten)
  if (after !== '') socket.write(after, 'latin1')
  socket.uncork()
  return hasRoom(socket)
}
