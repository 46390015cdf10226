/** Deliveries that wait for the session window of the client. */
import type { OutgoingDelivery, RheaLink } from './rhea-types.ts'

/**
 * Removes the deliveries of a link that ends before they were sent. Those of other links move up, because the ids of
 * sent deliveries are consecutive. A delivery of which a part was sent keeps its id, and its rest is not sent.
 */
export function removeUnsent(link: RheaLink): void {
  const { outgoing } = link.session
  const { deliveries } = outgoing
  const first = deliveries.by_id(outgoing.next_pending_delivery)
  if (first?.link === link && first.next_to_send > 0) outgoing.next_pending_delivery++

  const firstUnsent = outgoing.next_pending_delivery
  if (firstUnsent === outgoing.next_delivery_id) return
  const all: OutgoingDelivery[] = []
  deliveries.pop_if((delivery) => all.push(delivery) > 0)
  outgoing.next_delivery_id = firstUnsent
  for (const delivery of all) {
    if (delivery.id >= firstUnsent) {
      if (delivery.link === link) continue
      delivery.id = outgoing.next_delivery_id++
    }
    deliveries.push(delivery)
  }
}
