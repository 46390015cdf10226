/** Counts messages and bytes that are put, got or browsed, by persistence. */

/** A value for non-persistent messages and one for persistent messages: MQPER_NOT_PERSISTENT, MQPER_PERSISTENT. */
export type ByPersistence = [nonPersistent: number, persistent: number]

export interface CountedMessage {
  readonly length: number
  readonly persistent: boolean
}

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
export class DurationCounts {
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
