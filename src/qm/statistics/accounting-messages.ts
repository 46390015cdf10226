/** Encodes the accounting messages of a connection: about its calls, and about the queues that it used. */
import { type DisconnectType, disconnectTypes, type MqiCounts, type QueueCounts } from '../monitoring/counts.ts'
import { encodePcfMessage, type PcfParameters } from '../pcf/encode.ts'
import type { ConnectionStatus, ObjectRecord } from '../types/services.ts'
import {
  describeCalls,
  describeInterval,
  describeMoment,
  describeQueue,
  describeTransfers,
  type Interval,
  paged,
} from './parameters.ts'

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

export function encodeMqiAccounting(interval: AccountedInterval, counts: MqiCounts): Buffer {
  const { connection, disconnect, endedAt } = interval
  return encodePcfMessage(
    { type: 'accounting', command: 'MQCMD_ACCOUNTING_MQI' },
    {
      ...describeConnection(interval),
      ...describeMoment('MQCAMO_CONN', connection.connectedAt),
      MQCACH_CONNECTION_NAME: connection.address || undefined,
      MQCACH_CHANNEL_NAME: connection.channel || undefined,
      ...(disconnect && {
        ...describeMoment('MQCAMO_DISC', endedAt),
        MQIAMO_DISC_TYPE: disconnectTypes[disconnect],
      }),
      ...describeCalls(counts),
    },
  )
}

/** Returns as many messages as the queues need. */
export function encodeQueueAccounting(interval: AccountedInterval, queues: readonly AccountedQueue[]): Buffer[] {
  return paged(queues, (some, part) => {
    const head = { ...describeConnection(interval), MQIAMO_OBJECT_COUNT: some.length }
    const parameters = { ...head, MQGACF_Q_ACCOUNTING_DATA: some.map(describeAccountedQueue) }
    return encodePcfMessage({ type: 'accounting', command: 'MQCMD_ACCOUNTING_Q', part }, parameters)
  })
}

function describeConnection(interval: AccountedInterval): PcfParameters {
  const { manager, connection, sequence } = interval
  return {
    ...describeInterval(manager, interval),
    MQBACF_CONNECTION_ID: Buffer.from(connection.extendedId + connection.id, 'hex'),
    MQIACF_SEQUENCE_NUMBER: sequence,
    MQCACF_APPL_NAME: connection.applicationName,
    MQIACF_PROCESS_ID: connection.pid,
    MQIACF_THREAD_ID: 0,
    MQCACF_USER_IDENTIFIER: connection.userId,
  }
}

function describeAccountedQueue({ queue, counts, opens, openedAt, closedAt }: AccountedQueue): PcfParameters {
  const limits = { limits: true }
  return {
    ...describeQueue(queue),
    MQIAMO_OPENS: opens,
    ...describeMoment('MQCAMO_OPEN', openedAt),
    ...describeMoment('MQCAMO_CLOSE', closedAt),
    ...describeTransfers('puts', counts.puts, limits),
    MQIAMO_GENERATED_MSGS: 0, // no put generates a report
    ...describeTransfers('gets', counts.gets, limits),
    ...describeTransfers('browses', counts.browses, limits),
    MQIAMO64_Q_TIME_MIN: counts.timeOnQueue.map(({ min }) => min),
    MQIAMO64_Q_TIME_AVG: counts.timeOnQueue.map(({ average }) => average),
    MQIAMO64_Q_TIME_MAX: counts.timeOnQueue.map(({ max }) => max),
  }
}
