/**
 * The deliveries of a session that are not settled.
 *
 * rhea keeps them in a ring, which frees a place only when all earlier deliveries are settled by both sides: one message
 * that a client keeps unsettled would stop the session. A client that settles after the server sends no disposition for
 * that, so this list forgets a delivery as soon as the server has settled it.
 */
import type { OutgoingDelivery, RheaLink, RheaSession } from './rhea-types.ts'

/** The maximum number of unsettled deliveries of a session. */
const maxDeliveries = 4096

export class OutgoingDeliveries {
  readonly #byId = new Map<number, OutgoingDelivery>()

  by_id(id: number): OutgoingDelivery | undefined {
    return this.#byId.get(id)
  }

  /** Returns the number of deliveries for which there is room. */
  available(): number {
    return maxDeliveries - this.#byId.size
  }

  /** Returns the deliveries of a link. */
  listOf(link: RheaLink): OutgoingDelivery[] {
    return [...this.#byId.values()].filter((delivery) => delivery.link === link)
  }

  push(delivery: OutgoingDelivery): void {
    this.#byId.set(delivery.id, delivery)
  }

  /** Forgets a delivery. */
  remove({ id }: OutgoingDelivery): void {
    this.#byId.delete(id)
  }

  /** rhea calls this method to remove settled deliveries, which `remove` has removed before. */
  pop_if(): void {}
}

/** Marks a delivery as settled by both sides, without a disposition. */
export function forgetOutgoing({ outgoing }: RheaSession, delivery: OutgoingDelivery): void {
  delivery.settled = true
  delivery.remote_settled = true
  outgoing.deliveries.remove(delivery)
}
