/** Removes what a session keeps for a link on which the client received. */
import { forgetOutgoing } from './outgoing-deliveries.ts'
import type { RheaLink, RheaSession } from './rhea-types.ts'

/** Forgets the deliveries of a link that ends, and does not send those that wait for the session window. */
export function forgetDeliveries(link: RheaLink): void {
  removeUnsent(link, link.session)
  for (const delivery of link.session.outgoing.deliveries.listOf(link)) forgetOutgoing(link.session, delivery)
}

/**
 * Removes the deliveries that were not sent. Those of other links move up, because the ids of sent deliveries are
 * consecutive. A delivery of which a part was sent keeps its id, and its rest is not sent.
 */
function removeUnsent(link: RheaLink, { outgoing }: RheaSession): void {
  const { deliveries } = outgoing
  const first = deliveries.by_id(outgoing.next_pending_delivery)
  if (first?.link === link && first.next_to_send > 0) outgoing.next_pending_delivery++

  const [firstUnsent, end] = [outgoing.next_pending_delivery, outgoing.next_delivery_id]
  outgoing.next_delivery_id = firstUnsent
  for (let id = firstUnsent; id < end; id++) {
    const delivery = deliveries.by_id(id)
    if (!delivery) continue
    deliveries.remove(delivery)
    if (delivery.link === link) continue
    delivery.id = outgoing.next_delivery_id++
    deliveries.push(delivery)
  }
}
