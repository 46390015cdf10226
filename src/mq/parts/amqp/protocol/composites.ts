/** Composite types: lists of named, typed fields. AMQP 1.0 part 2.7 (performatives), part 3.5 (termini). */
import { AmqpError } from './errors.ts'
import { type AmqpValue, DescribedValue, type ValueReader } from './value-reader.ts'
import type { ValueWriter } from './value-writer.ts'

/** The types of fields, with the values that they have in JavaScript. */
interface FieldTypes {
  boolean: boolean
  ubyte: number
  ushort: number
  uint: number
  string: string
  symbol: string
  symbols: readonly string[]
  /** Any value. */
  any: AmqpValue
  /** Bytes that are encoded already. Such a field is not read. */
  encoded: Buffer
  /** A field that the server neither reads nor writes. */
  unused: never
}

type FieldType = keyof FieldTypes

export interface CompositeType<F extends Readonly<Record<string, FieldType>> = Readonly<Record<string, FieldType>>> {
  readonly name: string
  readonly code: number
  readonly fields: F
  /** The names and types in the order of the fields. */
  readonly entries: readonly (readonly [name: string, type: FieldType])[]
}

/** The fields of a composite value. A field is undefined when it is absent or null. */
export type Fields<C> =
  C extends CompositeType<infer F> ? { readonly [N in keyof F]?: FieldTypes[F[N]] | undefined } : never

function composite<const F extends Readonly<Record<string, FieldType>>>(
  name: string,
  code: number,
  fields: F,
): CompositeType<F> {
  return { name, code, fields, entries: Object.entries(fields) }
}

// biome-ignore format: several fields a line
export const open = composite('open', 0x10, {
  containerId: 'string', hostname: 'unused', maxFrameSize: 'uint', channelMax: 'ushort',
  idleTimeoutMs: 'uint', outgoingLocales: 'unused', incomingLocales: 'unused',
  offeredCapabilities: 'symbols', desiredCapabilities: 'unused', properties: 'encoded',
})

// biome-ignore format: several fields a line
export const begin = composite('begin', 0x11, {
  remoteChannel: 'ushort', nextOutgoingId: 'uint', incomingWindow: 'uint', outgoingWindow: 'uint',
})

// biome-ignore format: several fields a line
export const attach = composite('attach', 0x12, {
  name: 'string', handle: 'uint', isReceiver: 'boolean', senderSettleMode: 'ubyte',
  receiverSettleMode: 'ubyte', source: 'any', target: 'any', unsettled: 'unused',
  incompleteUnsettled: 'unused', initialDeliveryCount: 'uint', maxMessageSize: 'any',
  offeredCapabilities: 'unused', desiredCapabilities: 'symbols',
})

/** The attach of the server, whose termini are encoded. */
// biome-ignore format: several fields a line
export const attachAnswer = composite('attach', attach.code, {
  ...attach.fields, source: 'encoded', target: 'encoded', maxMessageSize: 'encoded',
})

// biome-ignore format: several fields a line
export const flow = composite('flow', 0x13, {
  nextIncomingId: 'uint', incomingWindow: 'uint', nextOutgoingId: 'uint', outgoingWindow: 'uint',
  handle: 'uint', deliveryCount: 'uint', linkCredit: 'uint', available: 'unused',
  isDraining: 'boolean', wantsEcho: 'boolean',
})

// biome-ignore format: several fields a line
export const transfer = composite('transfer', 0x14, {
  handle: 'uint', deliveryId: 'uint', deliveryTag: 'unused', messageFormat: 'uint',
  isSettled: 'boolean', hasMore: 'boolean', receiverSettleMode: 'unused', state: 'any',
  resumes: 'unused', isAborted: 'boolean',
})

// biome-ignore format: several fields a line
export const disposition = composite('disposition', 0x15, {
  isReceiver: 'boolean', first: 'uint', last: 'uint', isSettled: 'boolean', state: 'any',
})

/** The disposition of the server, whose state is encoded. */
export const dispositionAnswer = composite('disposition', disposition.code, { ...disposition.fields, state: 'encoded' })

export const detach = composite('detach', 0x16, { handle: 'uint', isClosed: 'boolean', error: 'encoded' })
export const end = composite('end', 0x17, { error: 'encoded' })
export const close = composite('close', 0x18, { error: 'encoded' })

/** Where the messages of a link come from. */
// biome-ignore format: several fields a line
export const source = composite('source', 0x28, {
  address: 'string', durable: 'uint', expiryPolicy: 'symbol', timeout: 'uint',
  isDynamic: 'boolean', dynamicNodeProperties: 'unused', distributionMode: 'symbol', filter: 'any',
  defaultOutcome: 'unused', outcomes: 'unused', capabilities: 'symbols',
})

/** The source that the server describes, whose filter is encoded. */
export const sourceAnswer = composite('source', source.code, { ...source.fields, filter: 'encoded' })

/** Where the messages of a link go. */
// biome-ignore format: several fields a line
export const target = composite('target', 0x29, {
  address: 'string', durable: 'uint', expiryPolicy: 'symbol', timeout: 'uint',
  isDynamic: 'boolean', dynamicNodeProperties: 'unused', capabilities: 'symbols',
})

/** The target of the link on which a client controls transactions, part 4, section 4.5.1. */
export const coordinator = composite('coordinator', 0x30, { capabilities: 'unused' })

/** Reads the fields of a composite value whose descriptor has been read. Throws an `AmqpError` for a field of another type. */
export function readFields<C extends CompositeType>(type: C, reader: ValueReader): Fields<C> {
  const fields: Record<string, AmqpValue> = {}
  const count = reader.beginCompound()
  for (let place = 0; place < count; place++) {
    const entry = type.entries[place]
    if (!entry || entry[1] === 'unused' || entry[1] === 'encoded') reader.skip()
    else addField(fields, type, entry, reader.read())
  }
  return fields as Fields<C>
}

/** Returns the fields; undefined when `value` is absent or of another type. Throws an `AmqpError` for a wrong field. */
export function parseComposite<C extends CompositeType>(type: C, value: AmqpValue | undefined): Fields<C> | undefined {
  if (!(value instanceof DescribedValue) || !Array.isArray(value.value)) return undefined
  if (value.descriptor !== type.code && value.descriptor !== `amqp:${type.name}:list`) return undefined
  const fields: Record<string, AmqpValue> = {}
  for (const [place, entry] of type.entries.entries())
    if (entry[1] !== 'unused') addField(fields, type, entry, value.value[place] ?? null)
  return fields as Fields<C>
}

function addField(
  fields: Record<string, AmqpValue>,
  type: CompositeType,
  [name, fieldType]: readonly [string, FieldType],
  value: AmqpValue,
): void {
  const converted = convert(value, fieldType)
  if (converted === undefined)
    throw new AmqpError('amqp:decode-error', `the field ${name} of ${type.name} is not of type ${fieldType}`)
  if (converted !== null) fields[name] = converted
}

/** Returns undefined when the value is not of the type. */
function convert(value: AmqpValue, type: FieldType): AmqpValue | undefined {
  if (value === null) return null
  switch (type) {
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'ubyte':
    case 'ushort':
    case 'uint':
      return typeof value === 'number' && value >= 0 && value < 2 ** 32 ? value : undefined
    case 'string':
    case 'symbol':
      return typeof value === 'string' ? value : undefined
    case 'symbols':
      // One symbol may stand for an array of one.
      return typeof value === 'string' ? [value] : isTexts(value) ? value : undefined
    default:
      return value
  }
}

function isTexts(value: AmqpValue): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

/** Writes a composite value. Fields that are undefined become null, and those at the end are left out. */
export function writeComposite<C extends CompositeType>(writer: ValueWriter, type: C, fields: Fields<C>): void {
  const values = type.entries.map(([name]) => (fields as Readonly<Record<string, unknown>>)[name])
  const count = values.findLastIndex((value) => value !== undefined) + 1
  writer.descriptor(type.code)
  writer.list(() => {
    for (const [place, [, fieldType]] of type.entries.slice(0, count).entries())
      writeField(writer, fieldType, values[place])
    return count
  })
}

function writeField(writer: ValueWriter, type: FieldType, value: unknown): void {
  if (value === undefined || type === 'unused' || type === 'any') writer.null()
  else if (type === 'ubyte' || type === 'ushort' || type === 'uint') writer.number(type, value as number)
  else (writer[type] as (value: unknown) => void).call(writer, value)
}
