/**
 * The persistent messages of a queue. The store is their index; of each lane only a window at the head is in memory, so
 * that a queue of a million messages opens at once and costs no more than one of ten.
 */
import { type Place, type StoredMessage, type StoredMessages, StoreFault } from '../store/store.ts'
import { type Entry, isBefore, matches, type Wanted } from './entry.ts'
import type { MessageIds } from './message-ids.ts'
import { Run } from './run.ts'
import type { Source } from './source.ts'

/** Messages read ahead of the head of a lane. */
const windowSize = 256
const start: Place = { lane: -1, sequence: 0 }

type Pages = (after: Place, limit: number) => StoredMessage[]

interface Lane {
  readonly number: number
  readonly window: Run
  /** How many entries of the window have not left it. */
  loaded: number
  /** The highest sequence that is, or was, in the window. */
  upTo: number
  /** Committed messages behind the window. */
  cold: number
}

export class StoredSource implements Source {
  readonly #store: StoredMessages
  readonly #ids: MessageIds
  readonly #queue: number
  readonly #held = new Map<number, Entry>()
  #lanes: Lane[] = []
  #depth = 0
  #aside = 0

  constructor(
    queue: number,
    store: StoredMessages,
    ids: MessageIds,
    tallies: readonly { lane: number; count: number }[],
  ) {
    this.#queue = queue
    this.#store = store
    this.#ids = ids
    for (const { lane, count } of tallies) {
      this.#lane(lane).cold = count
      this.#depth += count
    }
  }

  get depth(): number {
    return this.#depth - this.#aside
  }

  /** Messages that are damaged. */
  get aside(): number {
    return this.#aside
  }

  offer(entry: Entry): void {
    this.#depth++
    const lane = this.#lane(entry.lane)
    if (lane.cold > 0 || lane.loaded >= windowSize) {
      lane.cold++
      return
    }
    lane.window.push(entry)
    lane.loaded++
    lane.upTo = entry.sequence
  }

  first(wanted: Wanted): Entry | undefined {
    if (this.#depth === this.#held.size) return undefined
    if (!wanted.messageId && !wanted.correlationId) return this.#head()
    for (const entry of this.#selected(wanted)) return entry
    return undefined
  }

  *inOrder(wanted: Wanted): Generator<Entry> {
    if (wanted.messageId || wanted.correlationId) return yield* this.#selected(wanted)
    for (const { number } of this.#lanes) {
      const pages: Pages = (after, limit) => this.#store.page(this.#queue, number, after.sequence, limit)
      yield* this.#available(pages)
    }
  }

  hold(entry: Entry): void {
    entry.state = 'held'
    this.#held.set(entry.sequence, entry)
    const lane = this.#lane(entry.lane)
    if (entry.sequence <= lane.upTo) lane.loaded--
  }

  restore(entry: Entry): void {
    this.#held.delete(entry.sequence)
    entry.state = 'available'
    const lane = this.#lane(entry.lane)
    // Behind the window the store still has it, and will be read.
    if (entry.sequence > lane.upTo) return
    lane.window.restore(entry)
    lane.loaded++
  }

  /** It stays among those that are held. */
  setAside(_entry: Entry): void {
    this.#aside++
  }

  finish(entry: Entry): void {
    this.#held.delete(entry.sequence)
    entry.state = 'gone'
    this.#depth--
    const lane = this.#lane(entry.lane)
    if (entry.sequence > lane.upTo) lane.cold--
  }

  /** The entry of a message that nobody holds. */
  known(message: StoredMessage): Entry | undefined {
    return this.#held.has(message.sequence) ? undefined : this.#known(message)
  }

  #head(): Entry | undefined {
    for (const lane of this.#lanes) {
      const entry = lane.window.first() ?? this.#load(lane)
      if (entry) return entry
    }
    return undefined
  }

  /** Reads the next stretch of a lane whose window is empty. */
  #load(lane: Lane): Entry | undefined {
    while (lane.cold > 0) {
      const page = this.#store.page(this.#queue, lane.number, lane.upTo, windowSize)
      const last = page.at(-1)
      if (!last) {
        throw new StoreFault('damaged', `${lane.cold} messages of queue ${this.#queue} are not in the store`)
      }

      lane.cold -= page.length
      lane.upTo = last.sequence
      for (const message of page) {
        if (this.#held.has(message.sequence)) continue
        lane.window.push(this.#entry(message))
        lane.loaded++
      }
      const entry = lane.window.first()
      if (entry) return entry
    }
    return undefined
  }

  *#selected(wanted: Wanted): Generator<Entry> {
    const { messageId, correlationId } = wanted
    const own = messageId && this.#own(messageId)
    const [by, id] = messageId
      ? (['foreignId', messageId] as const)
      : (['correlationId', correlationId] as const)
    const pages: Pages = (after, limit) => this.#store.select(this.#queue, by, id as Buffer, after, limit)

    // An id that was made here may have been given to a copy as well.
    let pending = own && matches(own, wanted) ? own : undefined
    for (const entry of this.#available(pages)) {
      if (pending && isBefore(pending, entry)) {
        yield pending
        pending = undefined
      }
      if (entry.damage !== undefined || matches(entry, wanted)) yield entry
    }
    if (pending) yield pending
  }

  #own(messageId: Buffer): Entry | undefined {
    const sequence = this.#ids.sequenceOf(messageId)
    if (sequence === undefined || this.#held.has(sequence)) return undefined
    const message = this.#store.find(this.#queue, sequence)
    return message && !message.foreignId ? this.#known(message) : undefined
  }

  /** Most want the first one only, so the pages begin small. */
  *#available(pages: Pages): Generator<Entry> {
    let after = start
    for (let limit = 4; ; limit = Math.min(4 * limit, windowSize)) {
      const page = pages(after, limit)
      for (const message of page) if (!this.#held.has(message.sequence)) yield this.#known(message)
      const last = page.at(-1)
      if (!last || page.length < limit) return
      after = last
    }
  }

  /** The entry of a stored message: the one in the window if it is there. */
  #known(message: StoredMessage): Entry {
    return this.#lane(message.lane).window.find(message.sequence) ?? this.#entry(message)
  }

  #entry(message: StoredMessage): Entry {
    const messageId = message.foreignId ?? this.#ids.of(message.sequence)
    return { ...message, messageId, persistent: true, body: undefined, state: 'available' }
  }

  #lane(number: number): Lane {
    let lane = this.#lanes.find((each) => each.number === number)
    if (!lane) {
      lane = { number, window: new Run(), loaded: 0, upTo: 0, cold: 0 }
      this.#lanes = [...this.#lanes, lane].sort((a, b) => a.number - b.number)
    }
    return lane
  }
}
