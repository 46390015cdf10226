/** Reads and writes the frames of a connection: transfers by themselves, all others with rhea. */
import type { Socket } from 'node:net'
import type { RheaConnection, RheaTransport } from './rhea-types.ts'
import { decodeTransfer } from './transfer-frame.ts'

const minFrameBytes = 8

export type TransportClass = new (
  id: string,
  protocol: number,
  frameType: number,
  handler: RheaConnection,
) => RheaTransport

/** Returns the class of the transports of a server. `Base` is rhea's. */
export function extendTransport(Base: TransportClass): TransportClass {
  return class ServerTransport extends Base {
    override read(bytes: Buffer): number {
      if (!this.header_received) return super.read(bytes)
      let at = 0
      while (bytes.length - at >= minFrameBytes) {
        const size = bytes.readUInt32BE(at)
        if (size < minFrameBytes) return at + super.read(bytes.subarray(at)) // rhea rejects it
        if (bytes.length - at < size) break
        const transfer = decodeTransfer(bytes, at, size)
        if (transfer) this.handler.on_transfer(transfer)
        else super.read(bytes.subarray(at, at + size))
        at += size
      }
      return at
    }

    /** Writes the frames, of which some are encoded already. */
    override write(socket: Socket): void {
      const frames = this.pending
      this.pending = []
      if (frames.length === 0) super.write(socket) // the protocol header
      for (const frame of frames) {
        if (Buffer.isBuffer(frame)) socket.write(frame)
        else {
          this.pending = [frame]
          super.write(socket)
        }
      }
    }
  }
}
