/** Encodes statistics messages: about the MQI, about queues and about channels. */
import type { ChannelCounts, MqiStatistics, QueueStatistics } from '../monitoring/counts.ts'
import { encodePcfMessage } from '../pcf/encode.ts'
import type { ObjectRecord } from '../types/services.ts'
import {
  describeCalls,
  describeInterval,
  describeQueue,
  describeTransfers,
  type Interval,
  paged,
} from './parameters.ts'

export function encodeMqiStatistics(manager: string, interval: Interval, counts: MqiStatistics): Buffer {
  return encodePcfMessage(
    { type: 'statistics', command: 'MQCMD_STATISTICS_MQI' },
    {
      ...describeInterval(manager, interval),
      MQIAMO_CONNS: counts.connections,
      MQIAMO_CONNS_FAILED: counts.connectionFailures,
      MQIAMO_CONNS_MAX: counts.maxConnections,
      MQIAMO_DISCS: counts.disconnections,
      ...describeCalls(counts),
      MQIAMO_MSGS_EXPIRED: counts.expired,
      MQIAMO_MSGS_PURGED: counts.purged,
    },
  )
}

export type QueueRow = { readonly queue: ObjectRecord; readonly counts: QueueStatistics }

/** Returns as many messages as the queues need. */
export function encodeQueueStatistics(manager: string, interval: Interval, rows: readonly QueueRow[]): Buffer[] {
  return paged(rows, (some, part) =>
    encodePcfMessage(
      { type: 'statistics', command: 'MQCMD_STATISTICS_Q', part },
      {
        ...describeInterval(manager, interval),
        MQIAMO_OBJECT_COUNT: some.length,
        MQGACF_Q_STATISTICS_DATA: some.map(({ queue, counts }) => ({
          ...describeQueue(queue),
          MQIAMO_Q_MIN_DEPTH: counts.minDepth,
          MQIAMO_Q_MAX_DEPTH: counts.maxDepth,
          MQIAMO64_AVG_Q_TIME: counts.timeOnQueue.map(({ average }) => average),
          ...describeTransfers('puts', counts.puts),
          ...describeTransfers('gets', counts.gets),
          ...describeTransfers('browses', counts.browses),
          MQIAMO_MSGS_NOT_QUEUED: counts.notQueued,
          MQIAMO_MSGS_EXPIRED: counts.expired,
          MQIAMO_MSGS_PURGED: counts.purged,
        })),
      },
    ),
  )
}

export interface ChannelRow {
  readonly name: string
  /** CHLTYPE. */
  readonly type: string
  readonly remoteManager: string
  readonly connectionName: string
  readonly counts: ChannelCounts
}

/** MQCHT_*. */
const channelTypes: Readonly<Record<string, number>> = { SDR: 1, SVR: 2, RCVR: 3, RQSTR: 4 }

export function encodeChannelStatistics(manager: string, interval: Interval, rows: readonly ChannelRow[]): Buffer[] {
  return paged(rows, (some, part) =>
    encodePcfMessage(
      { type: 'statistics', command: 'MQCMD_STATISTICS_CHANNEL', part },
      {
        ...describeInterval(manager, interval),
        MQIAMO_OBJECT_COUNT: some.length,
        MQGACF_CHL_STATISTICS_DATA: some.map(({ name, type, remoteManager, connectionName, counts }) => ({
          MQCACH_CHANNEL_NAME: name,
          MQIACH_CHANNEL_TYPE: channelTypes[type] ?? 0,
          MQCA_REMOTE_Q_MGR_NAME: remoteManager,
          MQCACH_CONNECTION_NAME: connectionName,
          MQIAMO_MSGS: counts.messages,
          MQIAMO64_BYTES: counts.bytes,
          MQIAMO_NET_TIME_MIN: counts.networkTime.min,
          MQIAMO_NET_TIME_AVG: counts.networkTime.average,
          MQIAMO_NET_TIME_MAX: counts.networkTime.max,
          MQIAMO_EXIT_TIME_MIN: 0, // no channel has an exit
          MQIAMO_EXIT_TIME_AVG: 0,
          MQIAMO_EXIT_TIME_MAX: 0,
          MQIAMO_FULL_BATCHES: counts.fullBatches,
          MQIAMO_INCOMPLETE_BATCHES: counts.incompleteBatches,
          MQIAMO_AVG_BATCH_SIZE: counts.averageBatchSize,
          MQIAMO_PUT_RETRIES: counts.putRetries,
        })),
      },
    ),
  )
}
