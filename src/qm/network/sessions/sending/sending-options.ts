/** The attributes of a channel that a sending session uses. */
import type { ObjectRecord } from '../../../types/services.ts'
import type { ChannelLimits } from '../../protocol/handshake.ts'
import { readNumber } from '../channel-attributes.ts'

export interface SendingOptions {
  readonly channel: string
  readonly limits: ChannelLimits
  /** BATCHINT in milliseconds. */
  readonly batchIntervalMs: number
  /** BATCHLIM in bytes; 0 for no limit. */
  readonly batchLimitBytes: number
  /** BATCHHB in milliseconds; 0 for no batch heartbeats. */
  readonly batchHeartbeatMs: number
  /** DISCINT in seconds; 0 for never. */
  readonly disconnectSeconds: number
  /** Whether a message that cannot be sent goes to the dead-letter queue: USEDLQ. */
  readonly usesDeadLetterQueue: boolean
  /** Whether message properties are sent: not with PROPCTL(NONE). */
  readonly sendsProperties: boolean
}

/** `limits` are those that the partner has agreed to. */
export function readSendingOptions({ name, attributes }: ObjectRecord, limits: ChannelLimits): SendingOptions {
  return {
    channel: name,
    limits,
    batchIntervalMs: readNumber(attributes, 'BATCHINT', 0),
    batchLimitBytes: readNumber(attributes, 'BATCHLIM', 5000) * 1000,
    batchHeartbeatMs: readNumber(attributes, 'BATCHHB', 0),
    disconnectSeconds: readNumber(attributes, 'DISCINT', 6000),
    usesDeadLetterQueue: attributes.USEDLQ !== 'NO',
    sendsProperties: attributes.PROPCTL !== 'NONE',
  }
}
