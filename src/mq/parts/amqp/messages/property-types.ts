/** Converts values of AMQP application properties, and message ids, to those of messages and back. */
import type { MessageProperty } from '../../../manager/index.ts'
import { formatCodes as codes } from '../protocol/format-codes.ts'
import type { AmqpValue } from '../protocol/value-reader.ts'
import type { ValueWriter } from '../protocol/value-writer.ts'

/** An AMQP type, the property type that has its values, and whether both types have the same values. */
type Conversion = { readonly type: MessageProperty['type']; readonly isExact: boolean }

const exact = (type: MessageProperty['type']): Conversion => ({ type, isExact: true })
const widened = (type: MessageProperty['type']): Conversion => ({ type, isExact: false })

/** By the format codes of the values. */
// biome-ignore format: one line for the codes of each type
const conversions: ReadonlyMap<number, Conversion> = new Map([
  [codes.true, exact('boolean')], [codes.false, exact('boolean')], [codes.boolean, exact('boolean')],
  [codes.byte, exact('byte')],
  [codes.short, exact('short')],
  [codes.int, exact('integer')], [codes.smallInt, exact('integer')],
  [codes.long, exact('long')], [codes.smallLong, exact('long')],
  [codes.float, exact('float')],
  [codes.double, exact('double')],
  [codes.string8, exact('string')], [codes.string32, exact('string')],
  [codes.ubyte, widened('short')],
  [codes.ushort, widened('integer')],
  [codes.uint, widened('long')], [codes.smallUint, widened('long')], [codes.uint0, widened('long')],
  [codes.ulong, widened('long')], [codes.smallUlong, widened('long')], [codes.ulong0, widened('long')],
  [codes.timestamp, widened('long')],
  [codes.symbol8, widened('string')], [codes.symbol32, widened('string')],
])

const maxLong = 2n ** 63n - 1n

/** Returns undefined for a value that no property type has, such as a binary or a list. `code` is its format code. */
export function readProperty(
  code: number,
  value: AmqpValue,
): { property: MessageProperty; isExact: boolean } | undefined {
  const conversion = conversions.get(code)
  if (!conversion) return undefined
  const { type, isExact } = conversion
  if (type !== 'long') return { property: { type, value } as MessageProperty, isExact }
  const long = BigInt(value as number | bigint)
  return long > maxLong ? undefined : { property: { type, value: long }, isExact }
}

export function writeProperty(writer: ValueWriter, { type, value }: MessageProperty): void {
  if (type === 'boolean') writer.boolean(Boolean(value))
  else if (type === 'string') writer.string(String(value))
  else if (type === 'integer') writer.number('int', Number(value))
  else writer.number(type, type === 'long' ? BigInt(value) : Number(value))
}

const idBytes = 24
const jmsId = /^ID:([0-9a-f]{48})$/i

/**
 * Converts AMQP message and correlation ids to the 24 bytes of MQ and back.
 *
 * MQ ids appear in AMQP as the string `ID:` with 48 hexadecimal digits, as in JMS.
 *
 * Returns the MQ id for an id in this form, or for 24 bytes. Returns undefined for any other id.
 */
export function readMessageId(value: AmqpValue): Buffer | undefined {
  if (Buffer.isBuffer(value)) return value.length === idBytes ? Buffer.from(value) : undefined
  const [, digits] = typeof value === 'string' ? (jmsId.exec(value) ?? []) : []
  return digits === undefined ? undefined : Buffer.from(digits, 'hex')
}

/** Returns the MQ id like `readMessageId`; other ids of up to 24 bytes are padded with zeros. */
export function readCorrelationId(id: AmqpValue): Buffer | undefined {
  const exact = readMessageId(id)
  if (exact) return exact
  const bytes = Buffer.isBuffer(id) ? id : Buffer.from(String(id))
  if (bytes.length === 0 || bytes.length > idBytes) return undefined
  return Buffer.concat([bytes, Buffer.alloc(idBytes - bytes.length)])
}

export function renderMessageId(id: Buffer): string {
  return `ID:${id.toString('hex')}`
}

/** The MQMD format of a message whose body is encoded AMQP sections: lists, maps, numbers and other values. */
export const amqpFormat = 'AMQP'
