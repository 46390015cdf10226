/** The messages that a client sends: joins the transfers of each, AMQP 1.0 part 2, section 2.6.14. */
import type { Frame, TransferFields } from './frame-types.ts'
import type { IncomingDelivery, RheaLink, RheaSession } from './rhea-types.ts'
import type { Typed } from './value-types.ts'

/** The position of the state in a transfer. rhea's getter removes the descriptor, which names the kind of the state. */
const stateField = 7

/** A delivery as rhea's session keeps it until it is settled. */
class ReceivedDelivery implements IncomingDelivery {
  readonly id: number
  readonly link: RheaLink
  readonly remote_state: unknown
  settled = false
  remote_settled: boolean
  state: Typed | undefined
  frames: Buffer[] = []

  constructor(link: RheaLink, id: number, { settled, value }: TransferFields) {
    this.id = id
    this.link = link
    this.remote_settled = settled ?? false
    this.remote_state = value[stateField]
  }

  update(settled: boolean, state?: Typed): void {
    this.link.session.incoming.update(this, settled, state)
  }
}

export interface ReceivedMessage {
  readonly bytes: Buffer
  readonly delivery: IncomingDelivery
}

const noBytes = Buffer.alloc(0)

/**
 * Adds the payload of a transfer to the delivery of its link. Returns the message that is complete with it. Throws an
 * `Error` when the delivery ids are not consecutive.
 */
export function receiveTransfer(
  link: RheaLink,
  { performative, payload = noBytes }: Frame<TransferFields>,
): ReceivedMessage | undefined {
  const { session } = link
  const { incoming } = session
  incoming.next_transfer_id++
  if (!link.is_remote_open()) throw new Error(`a transfer came after the detach of link ${link.name}`)
  const delivery = (link._incomplete as ReceivedDelivery | undefined) ?? begin(session, link, performative)
  checkId(performative, delivery.id)
  delivery.frames.push(payload)
  link._incomplete = performative.more ? delivery : undefined
  if (performative.more) return undefined
  const { frames } = delivery
  delivery.frames = []
  if (link.credit > 0) link.credit--
  link.delivery_count++
  return { bytes: frames.length === 1 ? payload : Buffer.concat(frames), delivery }
}

function begin({ incoming }: RheaSession, link: RheaLink, fields: TransferFields): ReceivedDelivery {
  const { delivery_id: id } = fields
  if (typeof id !== 'number') throw new Error('the first transfer of a delivery has no delivery id')
  incoming.next_delivery_id ??= id
  checkId(fields, incoming.next_delivery_id)
  const delivery = new ReceivedDelivery(link, id, fields)
  incoming.deliveries.push(delivery)
  incoming.next_delivery_id = (id + 1) >>> 0
  return delivery
}

/** Only the first transfer of a delivery needs an id. */
function checkId({ delivery_id: id }: TransferFields, expected: number): void {
  if (typeof id !== 'number' || id === expected) return
  throw new Error(`a transfer has the delivery id ${id}, and ${expected} is next`)
}
