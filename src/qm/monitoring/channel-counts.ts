/** What happened on one instance of a channel in an interval of statistics. */
import { DurationCounts } from './transfer-counts.ts'

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
