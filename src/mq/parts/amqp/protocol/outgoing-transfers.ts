/** The deliveries of a session to its client: those that wait for the session window, and those that are not settled. */
import { encodeTransfer, transferBytes } from './frames.ts'
import type { OutgoingEndpoint } from './outgoing-endpoint.ts'
import type { Session } from './session.ts'

/** The maximum number of unsettled deliveries of a session. */
const maxUnsettled = 4096

export interface OutgoingDelivery {
  /** The delivery id; -1 until the first transfer is written. */
  id: number
  readonly link: OutgoingEndpoint
  readonly isSettled: boolean
  isSettledByClient: boolean
}

/** A delivery of which the bytes from `at` are not written. */
type WaitingDelivery = { readonly delivery: OutgoingDelivery; readonly message: Buffer; at: number }

export class OutgoingTransfers {
  readonly #session: Session
  readonly #unsettled = new Map<number, OutgoingDelivery>()
  #waiting: WaitingDelivery[] = []
  #nextDeliveryId = 0
  #nextTransferId = 0
  /** The number of transfers for which the client has room. */
  #window: number

  constructor(session: Session, window: number) {
    this.#session = session
    this.#window = window
  }

  get nextTransferId(): number {
    return this.#nextTransferId
  }

  /** The number of deliveries that wait for the window of the session. */
  get waitingCount(): number {
    return this.#waiting.length
  }

  /** The number of deliveries for which there is room. */
  get room(): number {
    return maxUnsettled - this.#unsettled.size - this.#waiting.length
  }

  /** Takes over the window of the client, part 2, section 2.5.6. `nextId` is the transfer that it expects, once it knows. */
  setWindow(nextId: number | undefined, window: number): void {
    const underway = (this.#nextTransferId - (nextId ?? 0)) >>> 0
    this.#window = window - underway
  }

  send(link: OutgoingEndpoint, message: Buffer, isSettled: boolean): OutgoingDelivery {
    const delivery = { id: -1, link, isSettled, isSettledByClient: isSettled }
    this.#waiting.push({ delivery, message, at: 0 })
    this.pump()
    return delivery
  }

  /** Writes what has room and credit, in the order in which it was sent. */
  pump(): void {
    let place = 0
    for (;;) {
      const waiting = this.#waiting[place]
      if (!waiting || this.#window <= 0) return
      if (waiting.at === 0 && !waiting.delivery.link.hasCreditToWrite) place++
      else if (this.#write(waiting)) this.#waiting.splice(place, 1)
    }
  }

  /** Returns the unsettled deliveries with these ids, by their links. */
  find(first: number, last: number): ReadonlyMap<OutgoingEndpoint, readonly OutgoingDelivery[]> {
    const found = new Map<OutgoingEndpoint, OutgoingDelivery[]>()
    for (let id = first; id <= last; id++) {
      const delivery = this.#unsettled.get(id)
      if (!delivery || delivery.isSettledByClient) continue
      const others = found.get(delivery.link)
      if (others) others.push(delivery)
      else found.set(delivery.link, [delivery])
    }
    return found
  }

  forget(delivery: OutgoingDelivery): void {
    this.#unsettled.delete(delivery.id)
  }

  /** Forgets the deliveries of a link that ends. Those that wait are not sent. */
  forgetLink(link: OutgoingEndpoint): void {
    this.#waiting = this.#waiting.filter(({ delivery }) => delivery.link !== link)
    for (const delivery of this.#unsettled.values()) if (delivery.link === link) this.forget(delivery)
  }

  clear(): void {
    this.#waiting = []
    this.#unsettled.clear()
  }

  /** Writes the next transfer of a delivery. Returns whether it was the last one. */
  #write(waiting: WaitingDelivery): boolean {
    const { delivery, message, at } = waiting
    const { connection, channel } = this.#session
    if (at === 0) {
      delivery.id = this.#nextDeliveryId
      this.#nextDeliveryId = (this.#nextDeliveryId + 1) >>> 0
      if (!delivery.isSettled) this.#unsettled.set(delivery.id, delivery)
    }
    const end = Math.min(message.length, at + connection.maxSentFrameBytes - transferBytes)
    const hasMore = end < message.length
    const { link, id: deliveryId, isSettled } = delivery
    const transfer = { channel, handle: link.handle, deliveryId, isSettled, hasMore }
    connection.write(encodeTransfer(transfer, message.subarray(at, end)))
    waiting.at = end
    this.#window -= 1
    this.#nextTransferId = (this.#nextTransferId + 1) >>> 0
    if (hasMore) return false
    link.written()
    return true
  }
}
