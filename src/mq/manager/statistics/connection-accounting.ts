/** The accounting of a connection (ACCTMQI, ACCTQ), written at its end and after each interval (ACCTINT). */
import type { SystemMessages } from '../events/system-messages.ts'
import { type DisconnectType, disconnectTypes, MqiCounts, QueueCounts } from '../monitoring/counts.ts'
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

export interface AccountingDeps {
  readonly messages: SystemMessages
  clock(): number
  /** Returns ACCTINT in seconds. */
  intervalSeconds(): number
}

const accountingQueue = 'SYSTEM.ADMIN.ACCOUNTING.QUEUE'

export class ConnectionAccounting {
  readonly #deps: AccountingDeps
  readonly #connection: ConnectionStatus
  #mqi: MqiCounts | undefined
  #queues = new Map<string, AccountedQueue>()
  /** The number of handles that are open on each queue. */
  readonly #openHandles = new Map<string, number>()
  #startedAt: number
  #sequence = 0

  constructor(deps: AccountingDeps, connection: ConnectionStatus, { countsCalls }: { countsCalls: boolean }) {
    this.#deps = deps
    this.#connection = connection
    this.#mqi = countsCalls ? new MqiCounts() : undefined
    this.#startedAt = connection.connectedAt
  }

  /** Undefined when the calls of the connection are not counted. */
  get mqi(): MqiCounts | undefined {
    return this.#mqi
  }

  /** Returns the counts of a queue, or undefined when the connection has not opened it for accounting. */
  findQueue(name: string): QueueCounts | undefined {
    return this.#queues.get(name)?.counts
  }

  openQueue(queue: ObjectRecord): void {
    const now = this.#deps.clock()
    this.#openHandles.set(queue.name, (this.#openHandles.get(queue.name) ?? 0) + 1)
    const known = this.#queues.get(queue.name)
    if (known) known.opens++
    else
      this.#queues.set(queue.name, { queue, counts: new QueueCounts(), opens: 1, openedAt: now, closedAt: undefined })
  }

  closeQueue(name: string): void {
    this.#openHandles.set(name, (this.#openHandles.get(name) ?? 1) - 1)
    const queue = this.#queues.get(name)
    if (queue) queue.closedAt = this.#deps.clock()
  }

  /** Writes the data of an interval that has passed. Must be called at the start of a call. */
  checkInterval(): void {
    if (this.#deps.clock() - this.#startedAt >= this.#deps.intervalSeconds() * 1000) this.#write(undefined)
  }

  /** Writes what was counted since the last interval. */
  end(disconnect: DisconnectType): void {
    this.#write(disconnect)
  }

  #write(disconnect: DisconnectType | undefined): void {
    const { messages, clock } = this.#deps
    const endedAt = clock()
    const interval = {
      manager: messages.manager,
      startedAt: this.#startedAt,
      endedAt,
      disconnect,
      connection: this.#connection,
      sequence: this.#sequence,
    }
    if (this.#mqi) messages.put(accountingQueue, 'MQADMIN', encodeMqiAccounting(interval, this.#mqi))
    for (const message of encodeQueueAccounting(interval, [...this.#queues.values()]))
      messages.put(accountingQueue, 'MQADMIN', message)
    this.#mqi = this.#mqi && new MqiCounts()
    this.#queues = this.#openQueues(endedAt)
    this.#startedAt = endedAt
    this.#sequence++
  }

  /** Returns empty counts for the queues that are open. */
  #openQueues(now: number): Map<string, AccountedQueue> {
    const open = [...this.#queues].filter(([name]) => (this.#openHandles.get(name) ?? 0) > 0)
    return new Map(
      open.map(([name, { queue }]) => [
        name,
        { queue, counts: new QueueCounts(), opens: 0, openedAt: now, closedAt: undefined },
      ]),
    )
  }
}

/** An interval of a connection. Its messages are numbered from 0. */
interface AccountedInterval extends Interval {
  readonly manager: string
  readonly connection: ConnectionStatus
  readonly sequence: number
  /** How the connection ended; undefined while it is open. */
  readonly disconnect: DisconnectType | undefined
}

interface AccountedQueue {
  readonly queue: ObjectRecord
  readonly counts: QueueCounts
  /** The number of opens, the first one and the last close, in milliseconds since the epoch. */
  opens: number
  openedAt: number
  closedAt: number | undefined
}

function encodeMqiAccounting(interval: AccountedInterval, counts: MqiCounts): Buffer {
  const { connection, disconnect, endedAt } = interval
  return encodePcfMessage(
    { type: 'accounting', command: 'MQCMD_ACCOUNTING_MQI' },
    {
      ...describeConnection(interval),
      ...describeMoment('MQCAMO_CONN', connection.connectedAt),
      MQCACH_CONNECTION_NAME: connection.address || undefined,
      MQCACH_CHANNEL_NAME: connection.channel || undefined,
      ...(disconnect && { ...describeMoment('MQCAMO_DISC', endedAt), MQIAMO_DISC_TYPE: disconnectTypes[disconnect] }),
      ...describeCalls(counts),
    },
  )
}

/** Returns as many messages as the queues need. */
function encodeQueueAccounting(interval: AccountedInterval, queues: readonly AccountedQueue[]): Buffer[] {
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
