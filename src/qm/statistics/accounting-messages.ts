/** Encodes the accounting messages of a connection: about its calls, and about the queues that it used. */
import {
  type DisconnectType,
  disconnectTypes,
  type MqiCounts,
  type QueueCounts,
} from '../monitoring/transfer-counts.ts'
import {
  encodeBytesParameter,
  encodeGroup,
  encodeInteger64List,
  encodeIntegerParameter,
  encodePcfMessage,
  encodeStringParameter,
} from '../pcf/encode.ts'
import type { ConnectionStatus, ObjectRecord } from '../types/services.ts'
import {
  encodeBrowses,
  encodeCalls,
  encodeGets,
  encodeHead,
  encodeMoment,
  encodePuts,
  encodeQueueIdentity,
  type Interval,
} from './transfer-fields.ts'

/** An interval of a connection. Its messages are numbered from 0. */
export interface AccountedInterval extends Interval {
  readonly manager: string
  readonly connection: ConnectionStatus
  readonly sequence: number
  /** How the connection ended; undefined while it is open. */
  readonly disconnect: DisconnectType | undefined
}

export interface AccountedQueue {
  readonly queue: ObjectRecord
  readonly counts: QueueCounts
  /** The number of opens, the first one and the last close, in milliseconds since the epoch. */
  opens: number
  openedAt: number
  closedAt: number | undefined
}

/** The maximum number of queues in one message. */
const maxQueues = 100

export function encodeMqiAccounting(interval: AccountedInterval, counts: MqiCounts): Buffer {
  const { connection, disconnect, endedAt } = interval
  return encodePcfMessage({ type: 'accounting', command: 'MQCMD_ACCOUNTING_MQI' }, [
    ...encodeHead(interval.manager, interval),
    ...encodeConnection(interval),
    ...encodeMoment('MQCAMO_CONN', connection.connectedAt),
    ...(connection.address === '' ? [] : [encodeStringParameter('MQCACH_CONNECTION_NAME', connection.address, 264)]),
    ...(connection.channel === '' ? [] : [encodeStringParameter('MQCACH_CHANNEL_NAME', connection.channel, 20)]),
    ...(disconnect
      ? [
          ...encodeMoment('MQCAMO_DISC', endedAt),
          encodeIntegerParameter('MQIAMO_DISC_TYPE', disconnectTypes[disconnect]),
        ]
      : []),
    ...encodeCalls(counts),
  ])
}

/** Returns as many messages as the queues need. */
export function encodeQueueAccounting(interval: AccountedInterval, queues: readonly AccountedQueue[]): Buffer[] {
  const messages: Buffer[] = []
  for (let from = 0; from < queues.length; from += maxQueues) {
    const some = queues.slice(from, from + maxQueues)
    const part = { sequence: messages.length + 1, isLast: from + maxQueues >= queues.length }
    messages.push(
      encodePcfMessage({ type: 'accounting', command: 'MQCMD_ACCOUNTING_Q', part }, [
        ...encodeHead(interval.manager, interval),
        ...encodeConnection(interval),
        encodeIntegerParameter('MQIAMO_OBJECT_COUNT', some.length),
        ...some.map(encodeQueue),
      ]),
    )
  }
  return messages
}

function encodeConnection({ connection, sequence }: AccountedInterval): Buffer[] {
  const { id, extendedId, applicationName, pid, userId } = connection
  return [
    encodeBytesParameter('MQBACF_CONNECTION_ID', Buffer.from(extendedId + id, 'hex')),
    encodeIntegerParameter('MQIACF_SEQUENCE_NUMBER', sequence),
    encodeStringParameter('MQCACF_APPL_NAME', applicationName, 28),
    encodeIntegerParameter('MQIACF_PROCESS_ID', pid),
    encodeIntegerParameter('MQIACF_THREAD_ID', 0),
    encodeStringParameter('MQCACF_USER_IDENTIFIER', userId, 12),
  ]
}

function encodeQueue({ queue, counts, opens, openedAt, closedAt }: AccountedQueue): Buffer {
  const limits = { limits: true }
  const times = (read: (duration: QueueCounts['timeOnQueue'][number]) => number) => counts.timeOnQueue.map(read)
  return encodeGroup('MQGACF_Q_ACCOUNTING_DATA', [
    ...encodeQueueIdentity(queue),
    encodeIntegerParameter('MQIAMO_OPENS', opens),
    ...encodeMoment('MQCAMO_OPEN', openedAt),
    ...encodeMoment('MQCAMO_CLOSE', closedAt),
    ...encodePuts(counts.puts, limits),
    encodeIntegerParameter('MQIAMO_GENERATED_MSGS', 0), // no put generates a report
    ...encodeGets(counts.gets, limits),
    ...encodeBrowses(counts.browses, limits),
    encodeInteger64List(
      'MQIAMO64_Q_TIME_MIN',
      times(({ min }) => min),
    ),
    encodeInteger64List(
      'MQIAMO64_Q_TIME_AVG',
      times(({ average }) => average),
    ),
    encodeInteger64List(
      'MQIAMO64_Q_TIME_MAX',
      times(({ max }) => max),
    ),
  ])
}
