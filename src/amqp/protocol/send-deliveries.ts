/**
 * Sends the deliveries of a session. rhea 3.0.5 builds an object for each field of a transfer; these functions encode
 * transfers with `encodeTransfer`.
 */
import { forgetOutgoing } from './outgoing-deliveries.ts'
import type { RheaSession } from './rhea-types.ts'
import { encodeTransfer } from './transfer-frame.ts'

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
function encodeNext(session: RheaSession): boolean {
  const { outgoing, local, connection } = session
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
  if (settled) forgetOutgoing(session, delivery)
  link.credit--
  link.delivery_count++
  outgoing.next_pending_delivery++
  return true
}
