/**
 * The messages of a queue, persistent and non-persistent, in one delivery order: those that are available, and those that
 * gets have locked until their removal is committed.
 *
 * CLEAR replaces both sources as a whole. A message that was locked before stays locked, and returns to the source that it
 * came from.
 */
import { MemoryMessageSource } from '../messages/memory-message-source.ts'
import {
  anyMessage,
  hasExpired,
  isDeliveredBefore,
  type MessageIdFilter,
  type MessageSource,
  type QueuedMessage,
  type QueuePosition,
} from '../messages/queued-message.ts'
import type { StoredMessageSource } from '../messages/stored-message-source.ts'
import type { StoredMessage } from '../store/message-store.ts'
import type { QueueChanges } from './queue-deps.ts'

export class QueueMessages {
  readonly #locked = new Map<QueuedMessage, MessageSource>()
  readonly #changes: QueueChanges
  #memory = new MemoryMessageSource()
  #stored: StoredMessageSource
  #id: number

  constructor(id: number, stored: StoredMessageSource, changes: QueueChanges) {
    this.#changes = changes
    this.#id = id
    this.#stored = stored
  }

  /** The storage id of the messages. */
  get id(): number {
    return this.#id
  }

  get depth(): number {
    return this.#memory.depth + this.#stored.depth
  }

  get damagedCount(): number {
    return this.#stored.damagedCount
  }

  get lockedCount(): number {
    return this.#locked.size
  }

  add(entry: QueuedMessage): void {
    this.#sourceOf(entry).add(entry)
    this.#changes.record()
  }

  /** Locks and returns the first matching message, or that at a position. It may have expired. */
  lockFirst(wanted: MessageIdFilter, at?: QueuePosition): QueuedMessage | undefined {
    const [entry] = at ? this.inOrder(wanted, { ...at, sequence: at.sequence - 1 }) : [this.#first(wanted)]
    if (!entry || (at && entry.sequence !== at.sequence)) return undefined
    this.lock(entry)
    return entry
  }

  lock(entry: QueuedMessage): void {
    const source = this.#sourceOf(entry)
    this.#locked.set(entry, source)
    source.lock(entry)
  }

  /** Locks a message that the store returned. Returns undefined when it is locked already or has left the queue. */
  lockStored(message: StoredMessage): QueuedMessage | undefined {
    const entry = this.#stored.findUnlocked(message)
    if (entry) this.lock(entry)
    return entry
  }

  /** Ends the lock and returns the source, where the caller makes it available or removes it. Throws if not locked. */
  release(entry: QueuedMessage): MessageSource {
    const source = this.#locked.get(entry)
    if (!source) throw new Error(`message ${entry.sequence} is not held`)
    this.#locked.delete(entry)
    return source
  }

  /** Keeps a damaged message locked, so that no get receives it before the next start. */
  setAsideDamaged(entry: QueuedMessage): void {
    this.release(entry).setAsideDamaged(entry)
    this.#changes.record()
  }

  /** Returns the first matching available messages in delivery order, without those that have expired at `now`. */
  list(wanted: MessageIdFilter, limit: number, now: number): QueuedMessage[] {
    const found: QueuedMessage[] = []
    if (limit <= 0) return found
    if (limit === 1) {
      const first = this.#first(wanted) // without iterators, for browses
      if (!first || !hasExpired(first, now)) return first ? [first] : found
    }
    for (const entry of this.inOrder(wanted)) {
      if (!hasExpired(entry, now)) found.push(entry)
      if (found.length >= limit) break // stop before the source reads another message
    }
    return found
  }

  /** Iterates over matching available messages in delivery order after `after`. The queue must not change then. */
  inOrder(wanted: MessageIdFilter, after?: QueuePosition): Iterable<QueuedMessage> {
    return merged(this.#stored.inOrder(wanted, after), this.#memory.inOrder(wanted, after))
  }

  /** Returns the sequence numbers of the persistent messages, including locked ones. */
  listStoredSequences(): readonly number[] {
    return [...this.#stored.sequences()]
  }

  /** Iterates over the sequence numbers of the available persistent messages after a position. */
  storedAfter(position: QueuePosition): Iterable<number> {
    return this.#stored.sequencesAfter(position)
  }

  /** Returns the available non-persistent messages in delivery order. */
  listNonPersistent(): readonly QueuedMessage[] {
    return [...this.#memory.inOrder(anyMessage)]
  }

  /** Returns the earliest put time of the messages at the head of the queue, in milliseconds since the epoch, if there is one. */
  oldestPutAt(): number | undefined {
    const times = [this.#memory, this.#stored].flatMap((source) => source.first(anyMessage)?.descriptor.putAt ?? [])
    return times.length > 0 ? Math.min(...times) : undefined
  }

  /** Replaces the messages with those of a new storage id. Returns what restores the old ones, and keeps later ones. */
  replace(id: number, stored: StoredMessageSource): () => void {
    const before = { id: this.#id, memory: this.#memory, stored: this.#stored }
    const inMemory = this.listNonPersistent()
    for (const entry of inMemory) entry.state = 'gone' // the expiry sweep must not find them
    this.#use(id, new MemoryMessageSource(), stored)
    return () => {
      const since = this.listNonPersistent()
      for (const entry of inMemory) entry.state = 'available'
      this.#use(before.id, before.memory, before.stored)
      for (const entry of since) this.add(entry)
    }
  }

  #use(id: number, memory: MemoryMessageSource, stored: StoredMessageSource): void {
    this.#id = id
    this.#memory = memory
    this.#stored = stored
    this.#changes.record()
  }

  #sourceOf({ persistent }: QueuedMessage): MessageSource {
    return persistent ? this.#stored : this.#memory
  }

  #first(wanted: MessageIdFilter): QueuedMessage | undefined {
    const stored = this.#stored.first(wanted)
    const memory = this.#memory.first(wanted)
    if (!stored || !memory) return stored ?? memory
    return isDeliveredBefore(stored, memory) ? stored : memory
  }
}

/** Merges two iterations in delivery order. */
function* merged(some: Iterable<QueuedMessage>, others: Iterable<QueuedMessage>): Generator<QueuedMessage> {
  const iterator = some[Symbol.iterator]()
  let next = iterator.next()
  for (const entry of others) {
    for (; !next.done && isDeliveredBefore(next.value, entry); next = iterator.next()) yield next.value
    yield entry
  }
  for (; !next.done; next = iterator.next()) yield next.value
}
