/** Reads the frames of a connection: transfers with `decodeTransfer`, all others with rhea. */
import type { RheaConnection } from './rhea-types.ts'
import { decodeTransfer } from './transfer-frame.ts'

const minFrameBytes = 8

export function readTransfersFast(connection: RheaConnection): void {
  const { amqp_transport: transport } = connection
  const read = transport.read.bind(transport)

  transport.read = (bytes) => {
    if (!transport.header_received) return read(bytes)
    let at = 0
    while (bytes.length - at >= minFrameBytes) {
      const size = bytes.readUInt32BE(at)
      if (size < minFrameBytes) return at + read(bytes.subarray(at)) // rhea rejects it
      if (bytes.length - at < size) break
      const transfer = decodeTransfer(bytes, at, size)
      if (transfer) connection.on_transfer(transfer)
      else read(bytes.subarray(at, at + size))
      at += size
    }
    return at
  }
}
