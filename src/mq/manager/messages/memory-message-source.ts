/** The non-persistent messages of a queue: one list per priority lane, message id and correlation id. */
import {
  type MessageIdFilter,
  type MessageSource,
  matchesFilter,
  type QueuedMessage,
  type QueuePosition,
} from './queued-message.ts'

/** Messages in ascending order of their sequence numbers. A removed message stays as a mark until the head reaches it. */
/** Messages in ascending order of their sequence numbers. A removed message stays as a mark until the head reaches it. */
/** Messages in ascending order of their sequence numbers. A removed message stays as a mark until the head reaches it. */
class QueuedMessageList {
  #entries: QueuedMessage[] = []
  #head = 0

  /** Appends a message, or inserts it when a unit of work, which has its numbers early, commits it late. */
  add(entry: QueuedMessage): void {
    const last = this.#entries.at(-1)
    if (last === undefined || last.sequence < entry.sequence) this.#entries.push(entry)
    else this.restore(entry)
  }

  /** Returns the first available message. */
  first(): QueuedMessage | undefined {
    for (; this.#head < this.#entries.length; this.#head++) {
      const entry = this.#entries[this.#head] as QueuedMessage
      if (entry.state !== 'available') continue
      this.#compact()
      return entry
    }
    this.#entries = []
    this.#head = 0
    return undefined
  }

  /** Inserts a message that was removed, in its previous position. */
  restore(entry: QueuedMessage): void {
    const place = this.#place(entry.sequence)
    if (this.#entries[place]?.sequence === entry.sequence) this.#entries[place] = entry
    else if (place === this.#head && place > 0) this.#entries[--this.#head] = entry
    else this.#entries.splice(place, 0, entry)
  }

  /** Iterates over the available messages with a sequence number that is higher than `after`. */
  *available(after = 0): Generator<QueuedMessage> {
    const first = after === 0 ? this.#head : this.#place(after + 1)
    for (let place = first; place < this.#entries.length; place++) {
      const entry = this.#entries[place] as QueuedMessage
      if (entry.state === 'available') yield entry
    }
  }

  /** Drops the messages before the head when they outnumber the rest. */
  #compact(): void {
    if (this.#head < 512 || this.#head * 2 < this.#entries.length) return
    this.#entries = this.#entries.slice(this.#head)
    this.#head = 0
  }

  /** Returns the index of the sequence number, or the index at which it would be inserted. */
  #place(sequence: number): number {
    let low = this.#head
    let high = this.#entries.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#entries[middle] as QueuedMessage).sequence < sequence) low = middle + 1
      else high = middle
    }
    return low
  }
}

export class MemoryMessageSource implements MessageSource {
  readonly #lanes = new Map<number, MemoryLane>()
  /** The lanes that were used since the start, in delivery order. */
  #order: (readonly [number: number, lane: MemoryLane])[] = []
  #depth = 0

  get depth(): number {
    return this.#depth
  }

  add(entry: QueuedMessage): void {
    this.#depth++
    this.#lane(entry.lane).add(entry)
  }

  first(wanted: MessageIdFilter): QueuedMessage | undefined {
    if (this.#depth === 0) return undefined
    for (const [, lane] of this.#order) {
      const entry = lane.first(wanted)
      if (entry) return entry
    }
    return undefined
  }

  *inOrder(wanted: MessageIdFilter, after?: QueuePosition): Generator<QueuedMessage> {
    for (const [number, lane] of this.#order) {
      if (!after || number > after.lane) yield* lane.inOrder(wanted)
      else if (number === after.lane) yield* lane.inOrder(wanted, after.sequence)
    }
  }

  lock(entry: QueuedMessage): void {
    entry.state = 'locked'
  }

  unlock(entry: QueuedMessage): void {
    entry.state = 'available'
    this.#lane(entry.lane).restore(entry)
  }

  setBackoutCount(entry: QueuedMessage, backoutCount: number): void {
    entry.descriptor = { ...entry.descriptor, backoutCount }
  }

  /** Removes the message: messages in memory are never damaged. */
  setAsideDamaged(entry: QueuedMessage): void {
    this.remove(entry)
  }

  remove(entry: QueuedMessage): void {
    entry.state = 'gone'
    entry.body = undefined
    this.#depth--
    this.#lane(entry.lane).forget(entry)
  }

  #lane(number: number): MemoryLane {
    let lane = this.#lanes.get(number)
    if (!lane) {
      lane = new MemoryLane()
      this.#lanes.set(number, lane)
      this.#order = [...this.#lanes].sort(([a], [b]) => a - b)
    }
    return lane
  }
}

class MemoryLane {
  readonly #all = new QueuedMessageList()
  readonly #byMessageId = new Map<string, QueuedMessageList>()
  readonly #byCorrelationId = new Map<string, QueuedMessageList>()

  add(entry: QueuedMessage): void {
    this.#all.add(entry)
    for (const run of this.#runsOf(entry)) run.add(entry)
  }

  first(wanted: MessageIdFilter): QueuedMessage | undefined {
    const run = this.#runFor(wanted)
    const first = run?.first()
    if (!first || matchesFilter(first, wanted)) return first
    for (const entry of run?.available() ?? []) if (matchesFilter(entry, wanted)) return entry
    return undefined
  }

  *inOrder(wanted: MessageIdFilter, after?: number): Generator<QueuedMessage> {
    for (const entry of this.#runFor(wanted)?.available(after) ?? []) if (matchesFilter(entry, wanted)) yield entry
  }

  restore(entry: QueuedMessage): void {
    this.#all.restore(entry)
    for (const run of this.#runsOf(entry)) run.restore(entry)
  }

  forget(entry: QueuedMessage): void {
    drop(this.#byMessageId, entry.messageId)
    if (entry.correlationId) drop(this.#byCorrelationId, entry.correlationId)
  }

  /** Returns the shortest list that contains every matching message. */
  #runFor({ messageId, correlationId }: MessageIdFilter): QueuedMessageList | undefined {
    if (messageId) return this.#byMessageId.get(key(messageId))
    return correlationId ? this.#byCorrelationId.get(key(correlationId)) : this.#all
  }

  #runsOf(entry: QueuedMessage): QueuedMessageList[] {
    const runs = [getOrAddList(this.#byMessageId, entry.messageId)]
    if (entry.correlationId) runs.push(getOrAddList(this.#byCorrelationId, entry.correlationId))
    return runs
  }
}

function getOrAddList(runs: Map<string, QueuedMessageList>, id: Buffer): QueuedMessageList {
  const name = key(id)
  let run = runs.get(name)
  if (!run) {
    run = new QueuedMessageList()
    runs.set(name, run)
  }
  return run
}

function drop(runs: Map<string, QueuedMessageList>, id: Buffer): void {
  const name = key(id)
  if (!runs.get(name)?.first()) runs.delete(name)
}

function key(id: Buffer): string {
  return id.toString('latin1')
}
