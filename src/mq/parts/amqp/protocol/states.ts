/** Delivery states: the outcomes of AMQP 1.0 part 3, section 3.4, and the transaction states of part 4, section 4.5. */
import type { AmqpErrorFields } from './errors.ts'
import { type AmqpValue, DescribedValue } from './value-reader.ts'
import { ValueWriter } from './value-writer.ts'

/** What a client says about a message that it received. */
export interface Outcome {
  readonly kind: 'accepted' | 'rejected' | 'released' | 'modified'
  /** Whether the delivery failed, for `modified`; the next member says whether the client will not accept it again. */
  readonly deliveryFailed?: boolean
  readonly undeliverableHere?: boolean
}

export interface DeliveryState {
  readonly outcome: Outcome | undefined
  /** The id of the transaction, in hexadecimal digits. */
  readonly transaction: string | undefined
}

const kinds = new Map<AmqpValue, Outcome['kind']>([
  [0x24, 'accepted'],
  ['amqp:accepted:list', 'accepted'],
  [0x25, 'rejected'],
  ['amqp:rejected:list', 'rejected'],
  [0x26, 'released'],
  ['amqp:released:list', 'released'],
  [0x27, 'modified'],
  ['amqp:modified:list', 'modified'],
])
const transactionalCode = 0x34

/** Parses the state of a transfer or disposition. An unknown state, such as `received`, has no outcome. */
export function parseState(state: AmqpValue | undefined): DeliveryState {
  const fields = fieldsOf(state)
  if (!isDescribedAs(state, transactionalCode, 'amqp:transactional-state:list'))
    return { outcome: parseOutcome(state), transaction: undefined }
  const [id, outcome] = fields
  return { outcome: parseOutcome(outcome), transaction: Buffer.isBuffer(id) ? id.toString('hex') : '' }
}

function parseOutcome(state: AmqpValue | undefined): Outcome | undefined {
  const kind = state instanceof DescribedValue ? kinds.get(state.descriptor) : undefined
  if (kind !== 'modified') return kind && { kind }
  const [failed, undeliverable] = fieldsOf(state)
  return { kind, deliveryFailed: failed === true, undeliverableHere: undeliverable === true }
}

/** Returns whether a value has a descriptor: a code, or the text of a symbol. */
export function isDescribedAs(value: AmqpValue | undefined, code: number, symbol: string): value is DescribedValue {
  return value instanceof DescribedValue && (value.descriptor === code || value.descriptor === symbol)
}

/** Returns the fields of a described list; an empty list for any other value. */
export function fieldsOf(value: AmqpValue | undefined): readonly AmqpValue[] {
  return value instanceof DescribedValue && Array.isArray(value.value) ? value.value : []
}

/** An encoded state. Deliveries with the same object share a disposition. */
export type EncodedState = Buffer

export const accepted: EncodedState = encodeState(0x24, () => 0)
export const released: EncodedState = encodeState(0x26, () => 0)

export function rejected(error: AmqpErrorFields): EncodedState {
  return encodeState(0x25, (writer) => {
    writer.encoded(encodeError(error))
    return 1
  })
}

/** Returns the state of a declared transaction, whose id has hexadecimal digits. */
export function declared(transaction: string): EncodedState {
  return encodeState(0x33, (writer) => {
    writer.binary(Buffer.from(transaction, 'hex'))
    return 1
  })
}

/** Returns an outcome within a transaction. */
export function inTransaction(transaction: string, outcome: EncodedState): EncodedState {
  return encodeState(transactionalCode, (writer) => {
    writer.binary(Buffer.from(transaction, 'hex'))
    writer.encoded(outcome)
    return 2
  })
}

/** Encodes an error, part 2, section 2.8.14. */
export function encodeError({ condition, description }: AmqpErrorFields): Buffer {
  return encodeState(0x1d, (writer) => {
    writer.symbol(condition)
    writer.string(description)
    return 2
  })
}

/** `write` writes the fields and returns their number. */
function encodeState(code: number, write: (writer: ValueWriter) => number): Buffer {
  const writer = new ValueWriter()
  writer.descriptor(code)
  writer.list(() => write(writer))
  return writer.finish()
}
