/** Encodes statistics messages: about the MQI, about queues and about channels. */
import type { ChannelCounts, MqiStatistics, QueueStatistics } from '../monitoring/transfer-counts.ts'
import {
  encodeGroup,
  encodeInteger64List,
  encodeInteger64Parameter,
  encodeIntegerList,
  encodeIntegerParameter,
  encodePcfMessage,
  encodeStringParameter,
} from '../pcf/encode.ts'
import type { PcfCommand } from '../pcf/names.ts'
import type { ObjectRecord } from '../types/services.ts'
import {
  encodeBrowses,
  encodeCalls,
  encodeGets,
  encodeHead,
  encodePuts,
  encodeQueueIdentity,
  type Interval,
} from './transfer-fields.ts'

/** The maximum number of queues or channels in one message. */
const maxObjects = 100

export function encodeMqiStatistics(manager: string, interval: Interval, counts: MqiStatistics): Buffer {
  return encodePcfMessage({ type: 'statistics', command: 'MQCMD_STATISTICS_MQI' }, [
    ...encodeHead(manager, interval),
    encodeIntegerParameter('MQIAMO_CONNS', counts.connections),
    encodeIntegerParameter('MQIAMO_CONNS_FAILED', counts.connectionFailures),
    encodeIntegerParameter('MQIAMO_CONNS_MAX', counts.maxConnections),
    encodeIntegerList('MQIAMO_DISCS', counts.disconnections),
    ...encodeCalls(counts),
    encodeIntegerParameter('MQIAMO_MSGS_EXPIRED', counts.expired),
    encodeIntegerParameter('MQIAMO_MSGS_PURGED', counts.purged),
  ])
}

export interface QueueRow {
  readonly queue: ObjectRecord
  readonly counts: QueueStatistics
}

/** Returns as many messages as the queues need. */
export function encodeQueueStatistics(manager: string, interval: Interval, rows: readonly QueueRow[]): Buffer[] {
  const groups = rows.map(({ queue, counts }) =>
    encodeGroup('MQGACF_Q_STATISTICS_DATA', [
      ...encodeQueueIdentity(queue),
      encodeIntegerParameter('MQIAMO_Q_MIN_DEPTH', counts.minDepth),
      encodeIntegerParameter('MQIAMO_Q_MAX_DEPTH', counts.maxDepth),
      encodeInteger64List(
        'MQIAMO64_AVG_Q_TIME',
        counts.timeOnQueue.map(({ average }) => average),
      ),
      ...encodePuts(counts.puts),
      ...encodeGets(counts.gets),
      ...encodeBrowses(counts.browses),
      encodeIntegerParameter('MQIAMO_MSGS_NOT_QUEUED', counts.notQueued),
      encodeIntegerParameter('MQIAMO_MSGS_EXPIRED', counts.expired),
      encodeIntegerParameter('MQIAMO_MSGS_PURGED', counts.purged),
    ]),
  )
  return encodeGroups('MQCMD_STATISTICS_Q', manager, interval, groups)
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
  const groups = rows.map(({ name, type, remoteManager, connectionName, counts }) =>
    encodeGroup('MQGACF_CHL_STATISTICS_DATA', [
      encodeStringParameter('MQCACH_CHANNEL_NAME', name, 20),
      encodeIntegerParameter('MQIACH_CHANNEL_TYPE', channelTypes[type] ?? 0),
      encodeStringParameter('MQCA_REMOTE_Q_MGR_NAME', remoteManager, 48),
      encodeStringParameter('MQCACH_CONNECTION_NAME', connectionName, 264),
      encodeIntegerParameter('MQIAMO_MSGS', counts.messages),
      encodeInteger64Parameter('MQIAMO64_BYTES', counts.bytes),
      encodeIntegerParameter('MQIAMO_NET_TIME_MIN', counts.networkTime.min),
      encodeIntegerParameter('MQIAMO_NET_TIME_AVG', counts.networkTime.average),
      encodeIntegerParameter('MQIAMO_NET_TIME_MAX', counts.networkTime.max),
      // No channel has an exit.
      ...(['MIN', 'AVG', 'MAX'] as const).map((each) => encodeIntegerParameter(`MQIAMO_EXIT_TIME_${each}`, 0)),
      encodeIntegerParameter('MQIAMO_FULL_BATCHES', counts.fullBatches),
      encodeIntegerParameter('MQIAMO_INCOMPLETE_BATCHES', counts.incompleteBatches),
      encodeIntegerParameter('MQIAMO_AVG_BATCH_SIZE', counts.averageBatchSize),
      encodeIntegerParameter('MQIAMO_PUT_RETRIES', counts.putRetries),
    ]),
  )
  return encodeGroups('MQCMD_STATISTICS_CHANNEL', manager, interval, groups)
}

function encodeGroups(command: PcfCommand, manager: string, interval: Interval, groups: readonly Buffer[]): Buffer[] {
  const messages: Buffer[] = []
  for (let from = 0; from < groups.length; from += maxObjects) {
    const some = groups.slice(from, from + maxObjects)
    const part = { sequence: messages.length + 1, isLast: from + maxObjects >= groups.length }
    messages.push(
      encodePcfMessage({ type: 'statistics', command, part }, [
        ...encodeHead(manager, interval),
        encodeIntegerParameter('MQIAMO_OBJECT_COUNT', some.length),
        ...some,
      ]),
    )
  }
  return messages
}
