/** Records the calls of one connection for statistics and accounting. While both are off, a record costs one check. */
import {
  type CountedMessage,
  type DisconnectType,
  disconnectTypes,
  type MqiCounts,
  type OpenedType,
  openedTypes,
  type TransferCounts,
} from '../monitoring/counts.ts'
import type { Queue } from '../queues/queue.ts'
import type { ConnectionStatus } from '../types/services.ts'
import { ConnectionAccounting } from './connection-accounting.ts'
import type { StatisticsCollector } from './statistics-collector.ts'

type Transfer = 'puts' | 'gets' | 'browses'

export class MqiRecorder {
  readonly #collector: StatisticsCollector
  readonly #connection: ConnectionStatus
  #accounting: ConnectionAccounting | undefined

  constructor(collector: StatisticsCollector, connection: ConnectionStatus) {
    this.#collector = collector
    this.#connection = connection
    if (collector.accountsCalls) this.#accounting = this.#openAccounting()
    const { mqi } = collector
    if (!mqi) return
    mqi.connections++
    mqi.maxConnections = Math.max(mqi.maxConnections, collector.countConnections())
  }

  /** Must be called at the start of each call. */
  beginCall(): void {
    this.#accounting?.checkInterval()
  }

  disconnected(type: DisconnectType): void {
    const { mqi } = this.#collector
    if (mqi) increment(mqi.disconnections, disconnectTypes[type])
    this.#accounting?.end(type)
    this.#accounting = undefined
  }

  openedQueue(queue: Queue): void {
    const record = this.#collector.findAccountedQueue(queue)
    if (record) {
      this.#accounting ??= this.#openAccounting()
      this.#accounting.openQueue(record)
    }
    this.opened('queue')
  }

  closedQueue(queue: Queue): void {
    this.#accounting?.closeQueue(queue.name)
    this.closed('queue')
  }

  opened(type: OpenedType): void {
    if (this.#isCounting) this.#count(({ opens }) => increment(opens, openedTypes[type]))
  }

  openFailed(type: OpenedType): void {
    if (this.#isCounting) this.#count(({ openFailures }) => increment(openFailures, openedTypes[type]))
  }

  closed(type: OpenedType): void {
    if (this.#isCounting) this.#count(({ closes }) => increment(closes, openedTypes[type]))
  }

  put(queue: Queue, message: CountedMessage): void {
    this.#transferred('puts', queue, message)
  }

  got(queue: Queue, message: CountedMessage, microsecondsOnQueue: number): void {
    if (this.#isCounting) this.#count(({ gets }) => gets.add(message))
    this.#accounting?.findQueue(queue.name)?.addGet(message, microsecondsOnQueue)
  }

  browsed(queue: Queue, message: CountedMessage): void {
    queue.activity.statistics?.browses.add(message)
    this.#transferred('browses', queue, message)
  }

  failed(transfer: Transfer, queue: Queue): void {
    const { statistics } = queue.activity
    if (statistics && transfer !== 'puts') statistics[transfer].failures++ // the queue counts its failed puts
    if (this.#isCounting) this.#count((counts) => fail(counts[transfer]))
    const account = this.#accounting?.findQueue(queue.name)
    if (account) fail(account[transfer])
  }

  published(message: CountedMessage): void {
    if (this.#isCounting) this.#count(({ topicPuts }) => topicPuts.add(message))
  }

  publishFailed(): void {
    if (this.#isCounting) this.#count(({ topicPuts }) => fail(topicPuts))
  }

  ended(unitOfWork: 'committed' | 'commitFailed' | 'backedOut'): void {
    if (!this.#isCounting) return
    this.#count((counts) => {
      if (unitOfWork === 'committed') counts.commits++
      else if (unitOfWork === 'commitFailed') counts.commitFailures++
      else counts.backouts++
    })
  }

  subscribed(kind: 'durable' | 'nonDurable' | 'failures'): void {
    if (this.#isCounting)
      this.#count(({ subscriptions }) => {
        subscriptions[kind]++
      })
  }

  unsubscribed(kind: 'durable' | 'nonDurable'): void {
    if (this.#isCounting)
      this.#count(({ unsubscriptions }) => {
        unsubscriptions[kind]++
      })
  }

  get #isCounting(): boolean {
    return this.#collector.mqi !== undefined || this.#accounting !== undefined
  }

  #transferred(transfer: Transfer, queue: Queue, message: CountedMessage): void {
    if (this.#isCounting) this.#count((counts) => counts[transfer].add(message))
    this.#accounting?.findQueue(queue.name)?.[transfer].add(message)
  }

  #count(update: (counts: MqiCounts) => void): void {
    if (this.#collector.mqi) update(this.#collector.mqi)
    if (this.#accounting?.mqi) update(this.#accounting.mqi)
  }

  #openAccounting(): ConnectionAccounting {
    const { accounting, accountsCalls: countsCalls } = this.#collector
    return new ConnectionAccounting(accounting, this.#connection, { countsCalls })
  }
}

function increment(counts: number[], index: number): void {
  counts[index] = (counts[index] ?? 0) + 1
}

function fail(counts: TransferCounts): void {
  counts.failures++
}
