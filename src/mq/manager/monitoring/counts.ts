/** The counts of statistics and accounting: of messages and bytes by persistence, of channels, queues and calls. */

/** What happened on one instance of a channel in an interval of statistics. */
export class ChannelCounts {
  messages = 0
  bytes = 0
  /** Batches that ended with BATCHSZ messages, and other batches. */
  fullBatches = 0
  incompleteBatches = 0
  batchedMessages = 0
  putRetries = 0
  /** The time in microseconds that the network takes for a request and its response. */
  readonly networkTime = new DurationCounts()

  addMessage(bytes: number): void {
    this.messages++
    this.bytes += bytes
  }

  addBatch(size: number, batchSize: number): void {
    if (size >= batchSize) this.fullBatches++
    else this.incompleteBatches++
    this.batchedMessages += size
  }

  get isEmpty(): boolean {
    return this.messages + this.fullBatches + this.incompleteBatches === 0
  }

  get averageBatchSize(): number {
    const batches = this.fullBatches + this.incompleteBatches
    return batches === 0 ? 0 : this.batchedMessages / batches
  }
}

/** A value for non-persistent messages and one for persistent messages: MQPER_NOT_PERSISTENT, MQPER_PERSISTENT. */
type ByPersistence = [nonPersistent: number, persistent: number]

export type CountedMessage = { readonly length: number; readonly persistent: boolean }

export class TransferCounts {
  readonly messages: ByPersistence = [0, 0]
  readonly bytes: ByPersistence = [0, 0]
  readonly minBytes: ByPersistence = [0, 0]
  readonly maxBytes: ByPersistence = [0, 0]
  failures = 0

  add({ length, persistent }: CountedMessage): void {
    const index = persistent ? 1 : 0
    const isFirst = this.messages[index] === 0
    this.messages[index]++
    this.bytes[index] += length
    if (isFirst || length < this.minBytes[index]) this.minBytes[index] = length
    if (length > this.maxBytes[index]) this.maxBytes[index] = length
  }

  get isEmpty(): boolean {
    return this.messages[0] + this.messages[1] + this.failures === 0
  }
}

/** The minimum, average and maximum of durations. */
class DurationCounts {
  count = 0
  min = 0
  max = 0
  #sum = 0

  add(duration: number): void {
    if (this.count === 0 || duration < this.min) this.min = duration
    if (duration > this.max) this.max = duration
    this.count++
    this.#sum += duration
  }

  get average(): number {
    return this.count === 0 ? 0 : this.#sum / this.count
  }
}

/** What happened on a queue in an interval: by all applications for statistics, by one for accounting. */
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

/** The types of objects that the calls open: MQOT_*. */
export const openedTypes = { queue: 1, topic: 8 } as const

export type OpenedType = keyof typeof openedTypes

/** How a connection ended: MQDISCONNECT_*. */
export const disconnectTypes = { normal: 0, implicit: 1, queueManager: 2 } as const

export type DisconnectType = keyof typeof disconnectTypes

/** Lists by object type have an element for each MQOT_* up to MQOT_SERVICE. */
const objectTypeCount = 13

/** Counts calls of the message queue interface: of one connection for accounting, of all for statistics. */
export class MqiCounts {
  readonly opens = zeros(objectTypeCount)
  readonly openFailures = zeros(objectTypeCount)
  readonly closes = zeros(objectTypeCount)
  readonly puts = new TransferCounts()
  readonly gets = new TransferCounts()
  readonly browses = new TransferCounts()
  /** Publications: calls that put to a topic. */
  readonly topicPuts = new TransferCounts()
  commits = 0
  commitFailures = 0
  backouts = 0
  readonly subscriptions = { durable: 0, nonDurable: 0, failures: 0 }
  readonly unsubscriptions = { durable: 0, nonDurable: 0 }
}

/** The counts of a queue manager: calls of all connections, and the connections. */
export class MqiStatistics extends MqiCounts {
  connections = 0
  connectionFailures = 0
  maxConnections: number
  /** By type: normal, implicit, by the queue manager. */
  readonly disconnections = zeros(Object.keys(disconnectTypes).length)
  expired = 0
  purged = 0

  constructor(openConnections: number) {
    super()
    this.maxConnections = openConnections
  }
}

function zeros(length: number): number[] {
  return Array.from({ length }, () => 0)
}
