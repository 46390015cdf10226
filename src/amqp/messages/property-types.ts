/** Converts values of AMQP application properties to message properties and back. */
import type { MessageProperty } from '../../qm/index.ts'
import { formatCodes as codes } from '../protocol/format-codes.ts'
import type { AmqpValue } from '../protocol/value-reader.ts'
import type { ValueWriter } from '../protocol/value-writer.ts'

/** An AMQP type, the property type that has its values, and whether both types have the same values. */
interface Conversion {
  readonly type: MessageProperty['type']
  readonly isExact: boolean
}

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
  else if (type === 'long') writer.long(BigInt(value))
  else if (type === 'integer') writer.int(Number(value))
  else writer[type](Number(value))
}
