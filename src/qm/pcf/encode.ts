/**
 * Encodes messages in the programmable command format (PCF): a header (MQCFH) and parameters.
 *
 * Integers are in little-endian order (MQENC 546), strings in UTF-8.
 */
import { encodeInteger, encodeText } from '../routing/mq-fields.ts'
import type { PcfCommand, PcfParameterName } from './names.ts'
import { pcfCommands, pcfParameters } from './names.ts'
import { type PcfMessageType, pcfMessageTypes, pcfStructureTypes as structure } from './structures.ts'

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

/** Encodes a message. A parameter that is a group counts as one. */
export function encodePcfMessage(header: PcfHeader, parameters: readonly Buffer[]): Buffer {
  const { type, command, completionCode = 0, reasonCode = 0, part = { sequence: 1, isLast: true } } = header
  const hasGroups = parameters.some((each) => each.readInt32LE(0) === structure.group)
  const fields = [
    ...[pcfMessageTypes[type], headerBytes, hasGroups ? version3 : version1, pcfCommands[command]],
    ...[part.sequence, part.isLast ? 1 : 0, completionCode, reasonCode, parameters.length],
  ]
  return Buffer.concat([...fields.map(encodeInteger), ...parameters])
}

/** Encodes an event message, which its reason code identifies. No caller waits for it: MQCC_WARNING. */
export function encodeEventMessage(
  command: PcfCommand,
  reasonCode: number,
  parameters: readonly Buffer[],
  part?: PcfHeader['part'],
): Buffer {
  const header = { type: 'event', command, completionCode: 1, reasonCode } as const
  return encodePcfMessage(part ? { ...header, part } : header, parameters)
}

/** Encodes an integer parameter (MQCFIN). */
export function encodeIntegerParameter(parameter: PcfParameterName, value: number): Buffer {
  return Buffer.concat([structure.integer, 16, pcfParameters[parameter], toInt32(value)].map(encodeInteger))
}

/** Encodes an integer parameter of 64 bits (MQCFIN64). */
export function encodeInteger64Parameter(parameter: PcfParameterName, value: number): Buffer {
  const head = [structure.integer64, 24, pcfParameters[parameter], 0]
  return Buffer.concat([...head.map(encodeInteger), encodeInteger64(value)])
}

/** Encodes a list of integers (MQCFIL). */
export function encodeIntegerList(parameter: PcfParameterName, values: readonly number[]): Buffer {
  const head = [structure.integerList, 16 + 4 * values.length, pcfParameters[parameter], values.length]
  return Buffer.concat([...head, ...values.map(toInt32)].map(encodeInteger))
}

/** Encodes a list of integers of 64 bits (MQCFIL64). */
export function encodeInteger64List(parameter: PcfParameterName, values: readonly number[]): Buffer {
  const head = [structure.integer64List, 16 + 8 * values.length, pcfParameters[parameter], values.length]
  return Buffer.concat([...head.map(encodeInteger), ...values.map(encodeInteger64)])
}

/** Encodes a string parameter (MQCFST), padded with blanks to `length`; without a length it is as long as its value. */
export function encodeStringParameter(
  parameter: PcfParameterName,
  value: string,
  length = Buffer.byteLength(value),
): Buffer {
  const whole = Math.ceil(length / 4) * 4
  return Buffer.concat([
    ...[structure.string, 20 + whole, pcfParameters[parameter], utf8, length].map(encodeInteger),
    encodeText(value, whole),
  ])
}

/** Encodes a byte string parameter (MQCFBS). */
export function encodeBytesParameter(parameter: PcfParameterName, value: Buffer): Buffer {
  const padding = Buffer.alloc((4 - (value.length % 4)) % 4)
  const head = [structure.byteString, 16 + value.length + padding.length, pcfParameters[parameter], value.length]
  return Buffer.concat([...head.map(encodeInteger), value, padding])
}

/** Encodes a group of parameters (MQCFGR). */
export function encodeGroup(parameter: PcfParameterName, members: readonly Buffer[]): Buffer {
  const head = [structure.group, 16, pcfParameters[parameter], members.length]
  return Buffer.concat([...head.map(encodeInteger), ...members])
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
