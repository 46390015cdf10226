/** Decodes messages in the programmable command format (PCF). */
import { decodeText } from '../routing/mq-fields.ts'
import { pcfStructureTypes as structure } from './names.ts'

export type PcfMessage = Readonly<ReturnType<typeof decodePcfMessage>>

export interface PcfParameter {
  readonly id: number
  /** The members of a group are parameters themselves. */
  readonly value: string | number | Buffer | readonly (string | number)[] | readonly PcfParameter[]
  readonly isGroup: boolean
}

const headerBytes = 36

/** Decodes a message. Throws an `Error` that says which structure is malformed. */
export function decodePcfMessage(body: Buffer) {
  if (body.length < headerBytes) throw new Error(`a PCF header has ${headerBytes} bytes, not ${body.length}`)
  const field = (index: number) => body.readInt32LE(index * 4)
  const reader = { body, offset: field(1) }
  return {
    /** MQCFT_*. */
    type: field(0),
    /** MQCMD_*. */
    command: field(3),
    sequence: field(4),
    isLast: field(5) === 1,
    completionCode: field(6),
    reasonCode: field(7),
    parameters: readParameters(reader, field(8)),
  }
}

type Reader = { readonly body: Buffer; offset: number }

function readParameters(reader: Reader, count: number): PcfParameter[] {
  const parameters: PcfParameter[] = []
  while (parameters.length < count) parameters.push(readParameter(reader))
  return parameters
}

function readParameter(reader: Reader): PcfParameter {
  const { body, offset } = reader
  if (offset + 16 > body.length) throw new Error(`the PCF message ends within a structure at byte ${offset}`)
  const field = (index: number) => body.readInt32LE(offset + index * 4)
  const length = field(1)
  if (length < 16 || offset + length > body.length)
    throw new Error(`the PCF structure at byte ${offset} has a length of ${length} bytes`)
  reader.offset += length
  const id = field(2)
  if (field(0) === structure.group) return { id, isGroup: true, value: readParameters(reader, field(3)) }
  return { id, isGroup: false, value: readValue(body.subarray(offset, offset + length)) }
}

function readValue(bytes: Buffer): string | number | Buffer | readonly (string | number)[] {
  const field = (index: number) => bytes.readInt32LE(index * 4)
  switch (field(0)) {
    case structure.integer:
      return field(3)
    case structure.integer64:
      return Number(bytes.readBigInt64LE(16))
    case structure.string:
      return decodeText(bytes, 20, field(4))
    case structure.byteString:
      return bytes.subarray(16, 16 + field(3))
    case structure.integerList:
      return Array.from({ length: field(3) }, (_, index) => field(4 + index))
    case structure.integer64List:
      return Array.from({ length: field(3) }, (_, index) => Number(bytes.readBigInt64LE(16 + 8 * index)))
    case structure.stringList:
      return Array.from({ length: field(4) }, (_, index) => decodeText(bytes, 24 + index * field(5), field(5)))
    default:
      throw new Error(`PCF structures of type ${field(0)} are not supported`)
  }
}
