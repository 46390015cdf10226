/**
 * The persistent messages of a queue. Memory contains their order (eight bytes each), indexes of the ids that
 * applications set, and a few messages that are likely to be read next; the store contains the messages.
 */
import {
  type LaneSnapshot,
  type LaneSnapshots,
  MessageStoreError,
  type StoredMessage,
  type StoredMessageReader,
} from '../store/message-store.ts'
import { IndexedLane } from './indexed-lane.ts'
import type { MessageIdGenerator } from './message-id-generator.ts'
import {
  isDeliveredBefore,
  type MessageIdFilter,
  type MessageSource,
  matchesFilter,
  type QueuedMessage,
  type QueuePosition,
} from './queued-message.ts'
import type { SequenceList } from './sequence-list.ts'

/** The maximum number of messages without bodies in memory: recently put ones and those at the head of a lane. */
const maxCachedMessages = 256
/** The maximum number of messages that are read together at the head of a lane, with bodies of up to 4 KiB each. */
const maxReadAhead = 16

export class StoredMessageSource implements MessageSource {
  readonly #store: StoredMessageReader
  readonly #ids: MessageIdGenerator
  readonly #queue: number
  readonly #held = new Map<number, QueuedMessage>()
  /** Unlocked messages in memory. */
  readonly #known = new Map<number, QueuedMessage>()
  /** Backout counts of this run, which the store may not contain: NOHARDENBO. */
  readonly #backoutCounts = new Map<number, number>()
  readonly #lanes = new Map<number, IndexedLane>()
  /** The lanes that were used since the start, in delivery order. */
  #inOrder: IndexedLane[] = []
  #depth = 0
  #aside = 0
  /** The number of messages to read at the head of a lane the next time, which grows while the queue is emptied. */
  #aheadCount = 1

  /** `lanes` describes the messages that are already on the queue. */
  constructor(queue: number, store: StoredMessageReader, ids: MessageIdGenerator, lanes: LaneSnapshots = new Map()) {
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

  /** The number of damaged messages. */
  get damagedCount(): number {
    return this.#aside
  }

  /** Iterates over the sequence numbers of all messages, including locked ones. */
  *sequences(): Generator<number> {
    for (const { order } of this.#inOrder) yield* order.all()
  }

  /** Iterates over the sequence numbers of the available messages after a position. */
  *sequencesAfter({ lane, sequence }: QueuePosition): Generator<number> {
    for (const { number, order } of this.#inOrder) {
      if (number >= lane) yield* order.available(number === lane ? sequence : undefined)
    }
  }

  add(entry: QueuedMessage): void {
    this.#depth++
    this.#lane(entry.lane).add(entry)
    this.#know(entry)
  }

  first(wanted: MessageIdFilter): QueuedMessage | undefined {
    if (this.#depth === this.#held.size) return undefined
    if (!wanted.messageId && !wanted.correlationId) return this.#first()
    for (const entry of this.#selected(wanted)) return entry
    return undefined
  }

  *inOrder(wanted: MessageIdFilter, after?: QueuePosition): Generator<QueuedMessage> {
    if (after) return yield* this.#inOrderAfter(wanted, after)
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

  *#inOrderAfter(wanted: MessageIdFilter, { lane: from, sequence: after }: QueuePosition): Generator<QueuedMessage> {
    for (const { number, order } of this.#inOrder) {
      if (number < from) continue
      for (const sequence of order.available(number === from ? after : undefined)) {
        const entry = this.#known.get(sequence) ?? this.#read(sequence)
        if (matchesFilter(entry, wanted)) yield entry
      }
    }
  }

  lock(entry: QueuedMessage): void {
    entry.state = 'locked'
    this.#known.delete(entry.sequence)
    this.#held.set(entry.sequence, entry)
  }

  unlock(entry: QueuedMessage): void {
    this.#held.delete(entry.sequence)
    entry.state = 'available'
    this.#know(entry)
    this.#lane(entry.lane).restore(entry)
  }

  setBackoutCount(entry: QueuedMessage, backoutCount: number): void {
    entry.descriptor = { ...entry.descriptor, backoutCount }
    this.#backoutCounts.set(entry.sequence, backoutCount)
  }

  /** The message stays locked. */
  setAsideDamaged(_entry: QueuedMessage): void {
    this.#aside++
  }

  remove(entry: QueuedMessage): void {
    this.#held.delete(entry.sequence)
    this.#backoutCounts.delete(entry.sequence)
    entry.state = 'gone'
    this.#depth--
    this.#lane(entry.lane).remove(entry)
  }

  /** Returns the queued message for a stored message, or undefined when it is locked or not on this queue. */
  findUnlocked(message: StoredMessage): QueuedMessage | undefined {
    return this.#isAvailable(message.sequence) ? this.#entry(message) : undefined
  }

  /** The store returns a message as soon as it is on disk, which is before this source contains it. */
  #isAvailable(sequence: number): boolean {
    return !this.#held.has(sequence) && this.#inOrder.some(({ order }) => order.has(sequence))
  }

  /** Returns the first available message and caches it, because every get and browse reads it. */
  #first(): QueuedMessage | undefined {
    for (const { order } of this.#inOrder) {
      const sequence = order.first()
      if (sequence === undefined) continue
      const known = this.#known.get(sequence)
      if (known) return known
      return this.#store.together ? this.#store.together(() => this.#readAhead(order)) : this.#readAhead(order, 1)
    }
    return undefined
  }

  /** Reads the first available messages of a lane, up to `count`, and returns the first. Queues that nobody empties read one. */
  #readAhead(order: SequenceList, count = this.#aheadCount): QueuedMessage {
    const read: QueuedMessage[] = []
    for (const sequence of order.available()) {
      if (read.length === count || this.#known.has(sequence)) break
      try {
        read.push(this.#read(sequence))
      } catch (error) {
        if (read.length === 0) throw error
        break // its own get reports it
      }
    }
    this.#aheadCount = Math.min(2 * count, maxReadAhead)
    for (const entry of read) this.#know(entry)
    return read[0] as QueuedMessage
  }

  /** Caches the message and evicts the oldest one. */
  #know(entry: QueuedMessage): void {
    this.#known.set(entry.sequence, entry)
    if (this.#known.size <= maxCachedMessages) return
    const [oldest] = this.#known.keys()
    this.#known.delete(oldest as number)
  }

  *#selected(wanted: MessageIdFilter): Generator<QueuedMessage> {
    const { messageId, correlationId } = wanted
    const own = messageId && this.#own(messageId)
    const [by, id] = messageId ? (['foreignId', messageId] as const) : (['correlationId', correlationId] as const)

    // A copy may have an id that this queue manager generated, so the generated and the given ids are merged.
    let pending = own && matchesFilter(own, wanted) ? own : undefined
    for (const entry of this.#withId(by, id as Buffer)) {
      if (pending && isDeliveredBefore(pending, entry)) {
        yield pending
        pending = undefined
      }
      if (entry.damage !== undefined || matchesFilter(entry, wanted)) yield entry
    }
    if (pending) yield pending
  }

  #own(messageId: Buffer): QueuedMessage | undefined {
    const sequence = this.#ids.parseSequence(messageId)
    if (sequence === undefined || !this.#isAvailable(sequence)) return undefined
    const message = this.#store.find(this.#queue, sequence)
    return message && !message.foreignId ? this.#entry(message) : undefined
  }

  *#withId(by: 'foreignId' | 'correlationId', id: Buffer): Generator<QueuedMessage> {
    for (const lane of this.#inOrder) {
      for (const sequence of lane[by].available(id)) yield this.#known.get(sequence) ?? this.#read(sequence)
    }
  }

  #read(sequence: number): QueuedMessage {
    const found = this.#store.read(this.#queue, sequence)
    if (!found)
      throw new MessageStoreError('damaged', `message ${sequence} of queue ${this.#queue} is not in the store`)
    const entry = this.#entry(found.message)
    entry.body = found.body
    return entry
  }

  /** Returns the queued message, from the cache if possible. */
  #entry(message: StoredMessage): QueuedMessage {
    const known = this.#known.get(message.sequence)
    if (known) return known
    const messageId = message.foreignId ?? this.#ids.fromSequence(message.sequence)
    const backoutCount = this.#backoutCounts.get(message.sequence)
    const descriptor = backoutCount === undefined ? message.descriptor : { ...message.descriptor, backoutCount }
    return { ...message, descriptor, messageId, persistent: true, body: undefined, state: 'available' }
  }

  #lane(number: number, stored: LaneSnapshot = { sequences: [], foreignIds: [], correlationIds: [] }): IndexedLane {
    let lane = this.#lanes.get(number)
    if (!lane) {
      lane = new IndexedLane(number, stored, (sequence) => this.#held.has(sequence))
      this.#lanes.set(number, lane)
      this.#inOrder = [...this.#lanes].sort(([a], [b]) => a - b).map(([, each]) => each)
    }
    return lane
  }
}
