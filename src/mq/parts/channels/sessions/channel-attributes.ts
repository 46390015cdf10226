/** Reads the attributes of channels that sessions use, and rejects those that cannot have an effect. */
import type { AttributeValue } from '../../../manager/types/connection.ts'
import type { ObjectRecord } from '../../../manager/types/services.ts'
import { ChannelError } from '../protocol/channel-error.ts'
import type { ChannelLimits } from '../protocol/handshake.ts'
import { listCompressions } from '../protocol/message-frame.ts'

type Attributes = ObjectRecord['attributes']

export function readLimits(attributes: Attributes): ChannelLimits {
  return {
    batchSize: readNumber(attributes, 'BATCHSZ', 50),
    heartbeatSeconds: readNumber(attributes, 'HBINT', 300),
    maxMessageBytes: readNumber(attributes, 'MAXMSGL', 4_194_304),
    sequenceWrap: readNumber(attributes, 'SEQWRAP', 999_999_999),
    nonPersistentFast: attributes.NPMSPEED !== 'NORMAL',
    compression: listCompressions(readList(attributes.COMPMSG)),
    headerCompression: readList(attributes.COMPHDR),
    reportsCommitTime: true,
  }
}

export function readNumber(attributes: Attributes, keyword: string, otherwise: number): number {
  const value = attributes[keyword]
  return typeof value === 'number' ? value : otherwise
}

export function readText(attributes: Attributes, keyword: string): string {
  const value = attributes[keyword]
  return value === undefined ? '' : String(value)
}

const exits = ['SCYEXIT', 'MSGEXIT', 'SENDEXIT', 'RCVEXIT', 'MREXIT'] as const

/** Throws a `ChannelError` for attributes that need exits, conversion, LZ4 or a transport other than TCP. */
export function checkSupported({ name, attributes }: ObjectRecord): void {
  for (const keyword of exits) {
    const value = readList(attributes[keyword]).filter((each) => each !== '')
    if (value.length === 0) continue
    throw unsupported(`${keyword}(${value.join(',')}) of ${name}: channel exits are not supported; set ${keyword}(' ')`)
  }
  if (attributes.CONVERT === 'YES')
    throw unsupported(`CONVERT(YES) of ${name}: messages are not converted; set CONVERT(NO)`)
  const lz4 = readList(attributes.COMPMSG).find((each) => each.startsWith('LZ4'))
  if (lz4) throw unsupported(`COMPMSG(${lz4}) of ${name}: LZ4 is not supported; use ZLIBFAST, ZLIBHIGH, RLE or NONE`)
  if (attributes.TRPTYPE !== undefined && attributes.TRPTYPE !== 'TCP')
    throw unsupported(`TRPTYPE(${attributes.TRPTYPE}) of ${name}: the only transport is TCP`)
}

function unsupported(text: string): ChannelError {
  return new ChannelError('NOT_SUPPORTED', text, { isFinal: true })
}

function readList(value: AttributeValue | undefined): readonly string[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [String(value)]
}
