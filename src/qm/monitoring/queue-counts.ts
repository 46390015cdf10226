/** What happened on a queue in an interval: by all applications for statistics, by one for accounting. */
import { type CountedMessage, DurationCounts, TransferCounts } from './transfer-counts.ts'

export class QueueCounts {
  readonly puts = new TransferCounts()
  readonly gets = new TransferCounts()
  readonly browses = new TransferCounts()
  /** The time between put and get in microseconds, for non-persistent and for persistent messages. */
  readonly timeOnQueue = [new DurationCounts(), new DurationCounts()] as const
  expired = 0
  /** Messages that CLEAR QLOCAL removed. */
  purged = 0
  /** Messages that a waiting get received at once. */
  notQueued = 0

  addGet(message: CountedMessage, microsecondsOnQueue: number): void {
    this.gets.add(message)
    this.timeOnQueue[message.persistent ? 1 : 0].add(microsecondsOnQueue)
  }

  get isEmpty(): boolean {
    const transfers = this.puts.isEmpty && this.gets.isEmpty && this.browses.isEmpty
    return transfers && this.expired + this.purged === 0
  }
}

/** The counts of a queue by all applications, with its depths. */
export class QueueStatistics extends QueueCounts {
  minDepth: number
  maxDepth: number
  #depth: number

  constructor(depth: number) {
    super()
    this.minDepth = depth
    this.maxDepth = depth
    this.#depth = depth
  }

  recordDepth(depth: number): void {
    this.#depth = depth
    if (depth < this.minDepth) this.minDepth = depth
    if (depth > this.maxDepth) this.maxDepth = depth
  }

  /** Returns empty counts for the next interval. */
  next(): QueueStatistics {
    return new QueueStatistics(this.#depth)
  }
}
