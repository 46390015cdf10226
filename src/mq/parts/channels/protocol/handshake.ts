/** The JSON frames of the handshake, and the checks of what a partner sent. */
import { version } from '../../../../shared/lib/package/version.ts'
import type { NegotiatedValues } from '../../../manager/types/network.ts'
import { ChannelError, isRefusalCode } from './channel-error.ts'

export type MessageChannelType = 'SDR' | 'SVR' | 'RCVR' | 'RQSTR'

/** The values that both sides of a channel define, and that the handshake negotiates. */
export interface ChannelLimits
  extends Pick<NegotiatedValues, 'batchSize' | 'heartbeatSeconds' | 'maxMessageBytes' | 'nonPersistentFast'> {
  readonly sequenceWrap: number
  /** The compressions that the side can use, the preferred one first. */
  readonly compression: readonly string[]
  /** The same for transmission headers: `SYSTEM` or `NONE`. */
  readonly headerCompression: readonly string[]
  /** Whether the side says in `committed` frames how long a commit took, and reads it there. */
  readonly reportsCommitTime: boolean
}

export interface Hello extends ChannelLimits, Pick<Welcome, 'queueManager' | 'product' | 'productVersion'> {
  readonly channel: string
  readonly type: MessageChannelType
  /** `ping` exchanges data and ends; it does not begin a session. */
  readonly purpose: 'messages' | 'ping'
  /** The next sequence number, when RESET CHANNEL was run on a sending caller. */
  readonly resetTo?: number | undefined
}

export interface Welcome extends ChannelLimits {
  readonly queueManager: string
  readonly product: string
  readonly productVersion: string
  /** Whether the listener ends this connection and calls back: a sender that a requester called. */
  readonly callsBack: boolean
  readonly resetTo?: number | undefined
}

/** The last batch that the receiving side committed. `batchId` is empty when it committed none. */
export type Position = { readonly batchId: string; readonly sequence: number }

export const ownProduct = { product: 'Sluice', productVersion: version } as const

/** Returns the values that hold for a session: the smaller limits, the larger heartbeat interval. */
export function negotiate(own: ChannelLimits, partner: ChannelLimits): ChannelLimits {
  return {
    batchSize: Math.min(own.batchSize, partner.batchSize),
    heartbeatSeconds: Math.max(own.heartbeatSeconds, partner.heartbeatSeconds),
    maxMessageBytes: Math.min(own.maxMessageBytes, partner.maxMessageBytes),
    sequenceWrap: own.sequenceWrap,
    nonPersistentFast: own.nonPersistentFast && partner.nonPersistentFast,
    compression: findCommon(own.compression, partner.compression),
    headerCompression: findCommon(own.headerCompression, partner.headerCompression),
    reportsCommitTime: own.reportsCommitTime && partner.reportsCommitTime,
  }
}

/** Returns the first compression of a list that the partner has; none when there is no such compression. */
function findCommon(own: readonly string[], partner: readonly string[]): string[] {
  return own.filter((each) => partner.includes(each)).slice(0, 1)
}

/** Throws a `ChannelError` unless both sides wrap their sequence numbers at the same value. */
export function checkSequenceWrap(own: ChannelLimits, partner: ChannelLimits): void {
  if (own.sequenceWrap === partner.sequenceWrap) return
  throw new ChannelError(
    'SEQWRAP_MISMATCH',
    `SEQWRAP is ${own.sequenceWrap} here and ${partner.sequenceWrap} at the partner; define the same value at both ends`,
  )
}

/** Parses the first frame of a caller. Throws a `ChannelError` for a payload of another form. */
export function parseHello(payload: Buffer): Hello {
  const value = parseJson(payload)
  return {
    channel: text(value, 'channel', 20),
    type: word(value, 'type', ['SDR', 'SVR', 'RCVR', 'RQSTR']),
    purpose: word(value, 'purpose', ['messages', 'ping']),
    ...parseSide(value),
  }
}

/** Parses the answer to a hello. Throws a `ChannelError` for a payload of another form. */
export function parseWelcome(payload: Buffer): Welcome {
  const value = parseJson(payload)
  return { ...parseSide(value), callsBack: value.callsBack === true }
}

/** Parses the position of a receiver. Throws a `ChannelError` for a payload of another form. */
export function parsePosition(payload: Buffer): Position {
  const value = parseJson(payload)
  return { batchId: text(value, 'batchId', 16), sequence: integer(value, 'sequence', 0, 999_999_999) }
}

/** Returns the error that a refusal of the partner stands for. */
export function parseRefusal(payload: Buffer): ChannelError {
  const value = parseJson(payload)
  const code = isRefusalCode(value.code) ? value.code : 'INTERNAL_ERROR'
  return new ChannelError(code, `the partner ended the session: ${String(value.text)}`, { isFromPartner: true })
}

/** Parses why the partner closes. Throws a `ChannelError` for a payload that is no JSON object. */
export function parseClose(payload: Buffer): { reason: string } {
  return { reason: String(parseJson(payload).reason ?? '') }
}

function parseSide(value: Record<string, unknown>) {
  return {
    queueManager: text(value, 'queueManager', 48),
    product: text(value, 'product', 64),
    productVersion: text(value, 'productVersion', 64),
    batchSize: integer(value, 'batchSize', 1, 9999),
    heartbeatSeconds: integer(value, 'heartbeatSeconds', 0, 999_999),
    maxMessageBytes: integer(value, 'maxMessageBytes', 0, 104_857_600),
    sequenceWrap: integer(value, 'sequenceWrap', 100, 999_999_999),
    nonPersistentFast: value.nonPersistentFast === true,
    compression: texts(value.compression),
    headerCompression: texts(value.headerCompression),
    reportsCommitTime: value.reportsCommitTime === true,
    resetTo: value.resetTo === undefined ? undefined : integer(value, 'resetTo', 1, 999_999_999),
  }
}

function parseJson(payload: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(payload.toString())
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {}
  throw new ChannelError('PROTOCOL_ERROR', 'the partner sent a frame that is no JSON object')
}

function text(value: Record<string, unknown>, member: string, longest: number): string {
  const given = value[member]
  if (typeof given === 'string' && given.length <= longest) return given
  throw invalid(member, given)
}

/** Returns the texts of a list; a partner of an earlier version does not send every list. */
function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function word<W extends string>(value: Record<string, unknown>, member: string, words: readonly W[]): W {
  const given = value[member]
  if (words.includes(given as W)) return given as W
  throw invalid(member, given)
}

function integer(value: Record<string, unknown>, member: string, least: number, most: number): number {
  const given = value[member]
  if (Number.isInteger(given) && Number(given) >= least && Number(given) <= most) return Number(given)
  throw invalid(member, given)
}

function invalid(member: string, given: unknown): ChannelError {
  return new ChannelError('PROTOCOL_ERROR', `the partner sent ${member} ${JSON.stringify(given)}`)
}
