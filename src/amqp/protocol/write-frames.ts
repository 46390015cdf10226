/**
 * Writes the frames of a connection.
 *
 * rhea 3.0.5 writes each frame with a call of its own, and builds an object for each field of a transfer. These
 * functions write all frames of a turn together, and the transfers with `encodeTransfer`.
 */
import type { Socket } from 'node:net'
import type { RheaConnection, RheaSession } from './rhea-types.ts'
import { encodeTransfer } from './transfer-frame.ts'

/** Writes all frames of a turn with one call of the operating system, and frames that are bytes already. */
export function writeFramesTogether(connection: RheaConnection, socket: Socket): void {
  const { amqp_transport: transport } = connection
  const write = transport.write.bind(transport)
  const output = connection.output.bind(connection)
  const process = connection._process.bind(connection)
  let isProcessing = false
  let hasFrames = false

  transport.write = () => {
    const frames = transport.pending
    transport.pending = []
    if (frames.length === 0) write(socket) // the protocol header
    for (const frame of frames) {
      if (Buffer.isBuffer(frame)) socket.write(frame)
      else {
        transport.pending = [frame]
        write(socket)
      }
    }
  }

  // While rhea processes a turn, frames are encoded at once, because it changes some of them afterwards.
  connection.output = () => {
    if (!isProcessing) return output()
    hasFrames = true
    connection.transport.write(socket)
  }

  connection._process = () => {
    isProcessing = true
    hasFrames = false
    socket.cork()
    try {
      process()
    } finally {
      isProcessing = false
      if (hasFrames) output() // sets the timers, and ends a closed connection
      socket.uncork()
    }
  }
}

/** Encodes the transfers of a session for which there is credit and room, before rhea processes the session. */
export function encodeTransfersFast(session: RheaSession): void {
  const { outgoing } = session
  const process = outgoing.process.bind(outgoing)
  outgoing.process = () => {
    while (encodeNext(session)) {}
    process()
  }
}

/** Returns false when nothing can be sent. */
function encodeNext({ outgoing, local, connection }: RheaSession): boolean {
  const delivery = outgoing.deliveries.by_id(outgoing.next_pending_delivery)
  if (!delivery || outgoing.next_pending_delivery === outgoing.next_delivery_id) return false
  const { link, data, settled, id: deliveryId } = delivery
  if (link.credit <= 0 || outgoing.transfer_window() <= 0) return false
  const payload = data[delivery.next_to_send++] as Buffer
  const more = delivery.next_to_send < data.length
  const { handle } = link.local
  const transfer = { channel: local.channel, handle, deliveryId, settled, more }
  outgoing.next_transfer_id++
  connection.amqp_transport.pending.push(encodeTransfer(transfer, payload))
  connection.output()
  if (more) return true
  if (settled) delivery.remote_settled = true
  link.credit--
  link.delivery_count++
  outgoing.next_pending_delivery++
  return true
}
