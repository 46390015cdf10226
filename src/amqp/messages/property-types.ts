/** Converts values of AMQP application properties to message properties and back. */
import type { MessageProperty } from '../../qm/index.ts'
import type { RheaTypes, Typed } from '../protocol/value-types.ts'

/** An AMQP type, the property type that has its values, and whether both types have the same values. */
interface Conversion {
  readonly type: MessageProperty['type']
  readonly isExact: boolean
}

const exact = (type: MessageProperty['type']): Conversion => ({ type, isExact: true })
const widened = (type: MessageProperty['type']): Conversion => ({ type, isExact: false })

/** By the names that rhea gives the encodings of a type. */
const conversions: Readonly<Record<string, Conversion>> = {
  ...{ True: exact('boolean'), False: exact('boolean'), Boolean: exact('boolean') },
  ...{ Byte: exact('byte'), Short: exact('short'), Int: exact('integer'), SmallInt: exact('integer') },
  ...{ Long: exact('long'), SmallLong: exact('long'), Float: exact('float'), Double: exact('double') },
  ...{ Str8: exact('string'), Str32: exact('string') },
  ...{ Ubyte: widened('short'), Ushort: widened('integer') },
  ...{ Uint: widened('long'), SmallUint: widened('long'), Uint0: widened('long') },
  ...{ Ulong: widened('long'), SmallUlong: widened('long'), Ulong0: widened('long') },
  ...{ Sym8: widened('string'), Sym32: widened('string'), Timestamp: widened('long') },
}

const maxLong = 2n ** 63n - 1n

/** Returns undefined for a value that no property type has, such as a binary or a list. */
export function readProperty({
  type,
  value,
}: Typed): { property: MessageProperty; isExact: boolean } | undefined {
  const conversion = conversions[type.name]
  if (!conversion) return undefined
  const { type: propertyType, isExact } = conversion
  if (propertyType === 'boolean') return { property: { type: 'boolean', value: Boolean(value) }, isExact }
  if (propertyType !== 'long') return { property: { type: propertyType, value: value as string }, isExact }

  // rhea returns eight bytes for a number that is not exact as a JavaScript number.
  const isSigned = type.name === 'Long' || type.name === 'SmallLong' || type.name === 'Timestamp'
  const long = Buffer.isBuffer(value)
    ? isSigned
      ? value.readBigInt64BE()
      : value.readBigUInt64BE()
    : BigInt(Number(value)) // a timestamp is a Date
  return long > maxLong ? undefined : { property: { type: 'long', value: long }, isExact }
}

type PropertyWrapper = `wrap_${'boolean' | 'byte' | 'short' | 'int' | 'long' | 'float' | 'double' | 'string'}`

const wrappers: Readonly<Record<MessageProperty['type'], PropertyWrapper>> = {
  boolean: 'wrap_boolean',
  byte: 'wrap_byte',
  short: 'wrap_short',
  integer: 'wrap_int',
  long: 'wrap_long',
  float: 'wrap_float',
  double: 'wrap_double',
  string: 'wrap_string',
}

export function writeProperty(types: RheaTypes, { type, value }: MessageProperty): Typed {
  if (type !== 'long') return types[wrappers[type]](value)
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(BigInt(value))
  return types.wrap_long(bytes)
}
