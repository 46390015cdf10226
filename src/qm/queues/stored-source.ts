/**
 * The persistent messages of a queue. Their order is in memory, eight bytes each, and where they have ids of their own an index
 * of these; they themselves are in the store, and a few of those that come next are in memory as well.
 */
import {
  type StoredLane,
  type StoredLanes,
  type StoredMessage,
  type StoredMessages,
  StoreFault,
} from '../store/store.ts'
import { type Entry, isBefore, matches, type Wanted } from './entry.ts'
import type { MessageIds } from './message-ids.ts'
import type { Source } from './source.ts'
import { Lane } from './stored-lane.ts'

/** Messages whose heads are kept in memory: those that came last, and those at the head of a lane. */
const fewKnown = 256

export class StoredSource implements Source {
  readonly #store: StoredMessages
  readonly #ids: MessageIds
  readonly #queue: number
  readonly #held = new Map<number, Entry>()
  /** Entries that nobody holds. */
  readonly #known = new Map<number, Entry>()
  readonly #lanes = new Map<number, Lane>()
  /** The lanes that were ever used, the first one first. */
  #inOrder: Lane[] = []
  #depth = 0
  #aside = 0

  /** `lanes` are the messages that lie on the queue already. */
  constructor(queue: number, store: StoredMessages, ids: MessageIds, lanes: StoredLanes = new Map()) {
    this.#queue = queue
    this.#store = store
    this.#ids = ids
    for (const [number, lane] of lanes) {
      this.#lane(number, lane)
      this.#depth += lane.sequences.length
    }
  }

  get depth(): number {
    return this.#depth - this.#aside
  }

  /** Messages that are damaged. */
  get aside(): number {
    return this.#aside
  }

  /** The sequence of every message, held ones among them. */
  *sequences(): Generator<number> {
    for (const { order } of this.#inOrder) yield* order.all()
  }

  offer(entry: Entry): void {
    this.#depth++
    this.#lane(entry.lane).add(entry)
    this.#know(entry)
  }

  first(wanted: Wanted): Entry | undefined {
    if (this.#depth === this.#held.size) return undefined
    if (!wanted.messageId && !wanted.correlationId) return this.#first()
    for (const entry of this.#selected(wanted)) return entry
    return undefined
  }

  *inOrder(wanted: Wanted): Generator<Entry> {
    if (wanted.messageId || wanted.correlationId) return yield* this.#selected(wanted)
    const head = this.#first()
    if (!head) return
    yield head
    for (const { order } of this.#inOrder) {
      for (const sequence of order.available()) {
        if (sequence !== head.sequence) yield this.#known.get(sequence) ?? this.#read(sequence)
      }
    }
  }

  hold(entry: Entry): void {
    entry.state = 'held'
    this.#known.delete(entry.sequence)
    this.#held.set(entry.sequence, entry)
  }

  restore(entry: Entry): void {
    this.#held.delete(entry.sequence)
    entry.state = 'available'
    this.#know(entry)
    this.#lane(entry.lane).restore(entry)
  }

  /** It stays among those that are held. */
  setAside(_entry: Entry): void {
    this.#aside++
  }

  finish(entry: Entry): void {
    this.#held.delete(entry.sequence)
    entry.state = 'gone'
    this.#depth--
    this.#lane(entry.lane).remove(entry)
  }

  /** The entry of a message that lies here and is not held. */
  known(message: StoredMessage): Entry | undefined {
    return this.#isAvailable(message.sequence) ? this.#entry(message) : undefined
  }

  /** The store shows a put as soon as it is on disk, which is before this queue is told. */
  #isAvailable(sequence: number): boolean {
    return !this.#held.has(sequence) && this.#inOrder.some(({ order }) => order.has(sequence))
  }

  /** It is kept in memory until somebody takes it: whoever looks at the queue looks at this one. */
  #first(): Entry | undefined {
    for (const { order } of this.#inOrder) {
      const sequence = order.first()
      if (sequence === undefined) continue
      const known = this.#known.get(sequence)
      if (known) return known
      const entry = this.#read(sequence)
      this.#know(entry)
      return entry
    }
    return undefined
  }

  /** Keeps it in memory, in the place of the one that has been there longest. */
  #know(entry: Entry): void {
    this.#known.set(entry.sequence, entry)
    if (this.#known.size <= fewKnown) return
    const [oldest] = this.#known.keys()
    this.#known.delete(oldest as number)
  }

  *#selected(wanted: Wanted): Generator<Entry> {
    const { messageId, correlationId } = wanted
    const own = messageId && this.#own(messageId)
    const [by, id] = messageId
      ? (['foreignId', messageId] as const)
      : (['correlationId', correlationId] as const)

    // An id that was made here may have been given to a copy as well.
    let pending = own && matches(own, wanted) ? own : undefined
    for (const entry of this.#withId(by, id as Buffer)) {
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
    if (sequence === undefined || !this.#isAvailable(sequence)) return undefined
    const message = this.#store.find(this.#queue, sequence)
    return message && !message.foreignId ? this.#entry(message) : undefined
  }

  *#withId(by: 'foreignId' | 'correlationId', id: Buffer): Generator<Entry> {
    for (const lane of this.#inOrder) {
      for (const sequence of lane[by].available(id)) yield this.#known.get(sequence) ?? this.#read(sequence)
    }
  }

  #read(sequence: number): Entry {
    const found = this.#store.read(this.#queue, sequence)
    if (!found) {
      throw new StoreFault('damaged', `message ${sequence} of queue ${this.#queue} is not in the store`)
    }
    const entry = this.#entry(found.message)
    entry.body = found.body
    return entry
  }

  /** The entry of a stored message: the one in memory if it is there. */
  #entry(message: StoredMessage): Entry {
    const known = this.#known.get(message.sequence)
    if (known) return known
    const messageId = message.foreignId ?? this.#ids.of(message.sequence)
    return { ...message, messageId, persistent: true, body: undefined, state: 'available' }
  }

  #lane(number: number, stored = emptyLane()): Lane {
    let lane = this.#lanes.get(number)
    if (!lane) {
      lane = new Lane(stored, (sequence) => this.#held.has(sequence))
      this.#lanes.set(number, lane)
      this.#inOrder = [...this.#lanes].sort(([a], [b]) => a - b).map(([, each]) => each)
    }
    return lane
  }
}

function emptyLane(): StoredLane {
  return { sequences: [], foreignIds: [], correlationIds: [] }
}
