/** Encodes messages in PCF: a header (MQCFH) and parameters. Little-endian integers (MQENC 546), UTF-8 strings. */
import { encodeInteger, encodeText } from '../routing/mq-fields.ts'
import {
  findStringLength,
  type PcfCommand,
  type PcfMessageType,
  type PcfParameterName,
  pcfCommands,
  pcfMessageTypes,
  pcfParameters,
  pcfStructureTypes as structure,
} from './names.ts'

const headerBytes = 36
const version1 = 1
const version3 = 3 // MQCFH_VERSION_3, which messages with groups have
const utf8 = 1208

export interface PcfHeader {
  readonly type: PcfMessageType
  readonly command: PcfCommand
  readonly completionCode?: 0 | 1 | 2
  readonly reasonCode?: number
  /** The place of the message among those that belong together; the only one when absent. */
  readonly part?: { readonly sequence: number; readonly isLast: boolean }
}

/**
 * Parameters by their names, in the order of the message. The name and the value decide the structure: `MQIAMO64_…` has
 * integers of 64 bits, a list of records is a group for each. Undefined values are left out.
 */
export type PcfParameters = {
  readonly [name in PcfParameterName]?:
    | number
    | readonly number[]
    | string
    | Buffer
    | readonly PcfParameters[]
    | undefined
}

/** Encodes a message. A parameter that is a group counts as one. */
export function encodePcfMessage(header: PcfHeader, given: PcfParameters): Buffer {
  const { type, command, completionCode = 0, reasonCode = 0, part = { sequence: 1, isLast: true } } = header
  const parameters = encodeParameters(given)
  const hasGroups = parameters.some((each) => each.readInt32LE(0) === structure.group)
  const fields = [
    ...[pcfMessageTypes[type], headerBytes, hasGroups ? version3 : version1, pcfCommands[command]],
    ...[part.sequence, part.isLast ? 1 : 0, completionCode, reasonCode, parameters.length],
  ]
  return Buffer.concat([...fields.map(encodeInteger), ...parameters])
}

function encodeParameters(parameters: PcfParameters): Buffer[] {
  return (Object.keys(parameters) as PcfParameterName[]).flatMap((name) => encodeParameter(name, parameters[name]))
}

function encodeParameter(name: PcfParameterName, value: PcfParameters[PcfParameterName]): Buffer | Buffer[] {
  const id = pcfParameters[name]
  if (value === undefined) return []
  if (typeof value === 'string') return encodeString(id, value, findStringLength(name) ?? Buffer.byteLength(value))
  if (Buffer.isBuffer(value)) {
    const padding = Buffer.alloc((4 - (value.length % 4)) % 4)
    return encodeStructure([structure.byteString, 16 + value.length + padding.length, id, value.length], value, padding)
  }
  const isLong = name.startsWith('MQIAMO64')
  if (typeof value === 'number') {
    if (isLong) return encodeStructure([structure.integer64, 24, id, 0], encodeInteger64(value))
    return encodeStructure([structure.integer, 16, id, toInt32(value)])
  }
  if (isGroups(value)) {
    return value.map((each) => {
      const members = encodeParameters(each)
      return encodeStructure([structure.group, 16, id, members.length], ...members)
    })
  }
  if (isLong) {
    const head = [structure.integer64List, 16 + 8 * value.length, id, value.length]
    return encodeStructure(head, ...value.map(encodeInteger64))
  }
  return encodeStructure([structure.integerList, 16 + 4 * value.length, id, value.length, ...value.map(toInt32)])
}

function encodeString(id: number, value: string, length: number): Buffer {
  const whole = Math.ceil(length / 4) * 4 // padded with blanks
  return encodeStructure([structure.string, 20 + whole, id, utf8, length], encodeText(value, whole))
}

function encodeStructure(integers: readonly number[], ...rest: readonly Buffer[]): Buffer {
  return Buffer.concat([...integers.map(encodeInteger), ...rest])
}

function isGroups(value: readonly number[] | readonly PcfParameters[]): value is readonly PcfParameters[] {
  return typeof value[0] === 'object'
}

function encodeInteger64(value: number): Buffer {
  const field = Buffer.alloc(8)
  field.writeBigInt64LE(BigInt(Math.round(value)))
  return field
}

/** Returns the value as an integer that fits into 32 bits. */
function toInt32(value: number): number {
  return Math.max(-0x8000_0000, Math.min(0x7fff_ffff, Math.round(value)))
}
