/** Numbers the changes of the depths and of the open handles of queues, so that a poll finds the queues that changed. */

/** The number of changes of all queues. */
export interface QueueChangeCount {
  value: number
}

/** The changes of one queue. */
export class QueueChanges {
  /** The number of the last change of this queue, among those of all queues. */
  last = 0
  readonly #count: QueueChangeCount

  constructor(count: QueueChangeCount) {
    this.#count = count
  }

  record(): void {
    this.last = ++this.#count.value
  }
}
