/**
 * The accounting data of one connection: its calls (ACCTMQI) and the queues that it used (ACCTQ). The data is written
 * when the connection ends, and at the first call after each interval (ACCTINT).
 */
import type { SystemMessages } from '../events/system-messages.ts'
import { type DisconnectType, MqiCounts, QueueCounts } from '../monitoring/counts.ts'
import type { ConnectionStatus, ObjectRecord } from '../types/services.ts'
import { type AccountedQueue, encodeMqiAccounting, encodeQueueAccounting } from './accounting-messages.ts'

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
      this.#queues.set(queue.name, {
        queue,
        counts: new QueueCounts(),
        opens: 1,
        openedAt: now,
        closedAt: undefined,
      })
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
