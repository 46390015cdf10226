/** Delivery states: the outcomes of AMQP 1.0 part 3, section 3.4, and the transaction states of part 4, section 4.5. */
import type { Rhea, RheaError } from './rhea-types.ts'
import type { Typed } from './value-types.ts'

/** What a client says about a message that it received. */
export interface Outcome {
  readonly kind: 'accepted' | 'rejected' | 'released' | 'modified'
  /** For `modified`: whether the delivery failed, and whether the client will not accept it again. */
  readonly deliveryFailed?: boolean
  readonly undeliverableHere?: boolean
}

export interface DeliveryState {
  readonly outcome: Outcome | undefined
  /** The id of the transaction, in hexadecimal digits. */
  readonly transaction: string | undefined
}

const kinds: Readonly<Record<string, Outcome['kind']>> = {
  36: 'accepted',
  'amqp:accepted:list': 'accepted',
  37: 'rejected',
  'amqp:rejected:list': 'rejected',
  38: 'released',
  'amqp:released:list': 'released',
  39: 'modified',
  'amqp:modified:list': 'modified',
}
const transactional = new Set(['52', 'amqp:transactional-state:list'])

/** Parses the state of a transfer or disposition. An unknown state, such as `received`, has no outcome. */
export function parseState(state: unknown): DeliveryState {
  const descriptor = descriptorOf(state)
  if (descriptor === undefined) return { outcome: undefined, transaction: undefined }
  const fields = fieldsOf(state)
  if (!transactional.has(descriptor)) return { outcome: parseOutcome(state), transaction: undefined }
  const id = readValue(fields[0])
  return {
    outcome: parseOutcome(fields[1]),
    transaction: Buffer.isBuffer(id) ? id.toString('hex') : '',
  }
}

function parseOutcome(state: unknown): Outcome | undefined {
  const kind = kinds[descriptorOf(state) ?? '']
  if (!kind) return undefined
  const [failed, undeliverable] = fieldsOf(state)
  if (kind !== 'modified') return { kind }
  return {
    kind,
    deliveryFailed: readValue(failed) === true,
    undeliverableHere: readValue(undeliverable) === true,
  }
}

/** Returns the descriptor of a described value as text, or undefined for any other value. */
export function descriptorOf(value: unknown): string | undefined {
  const descriptor = (value as Typed | undefined | null)?.descriptor
  return descriptor === undefined ? undefined : String(descriptor.value)
}

/** Returns the fields of a described list. */
export function fieldsOf(value: unknown): readonly unknown[] {
  const fields = (value as Typed | undefined | null)?.value
  return Array.isArray(fields) ? fields : []
}

function readValue(field: unknown): unknown {
  return (field as Typed | undefined)?.value
}

export interface StateFactory {
  readonly accepted: Typed
  rejected(error: RheaError): Typed
  released(): Typed
  /** Returns the state of a declared transaction. */
  declared(transaction: string): Typed
  /** Returns an outcome within a transaction. */
  inTransaction(transaction: string, outcome: Typed): Typed
}

export function createStateFactory({ types }: Rhea): StateFactory {
  const ulong = (code: number) => types.wrap_ulong(code)
  const described = (code: number, fields: Typed[]) => types.described(ulong(code), types.wrap_list(fields))
  const binary = (hex: string) => types.wrap_binary(Buffer.from(hex, 'hex'))
  const accepted = described(0x24, [])
  return {
    accepted,
    rejected: ({ condition, description }) => {
      const error = described(0x1d, [types.wrap_symbol(condition), types.wrap_string(description)])
      return described(0x25, [error])
    },
    released: () => described(0x26, []),
    declared: (transaction) => described(0x33, [binary(transaction)]),
    inTransaction: (transaction, outcome) => described(0x34, [binary(transaction), outcome]),
  }
}
