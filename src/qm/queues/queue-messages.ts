/**
 * The messages of a queue: those that are available, and those that gets have locked until their removal is committed.
 *
 * CLEAR replaces the contents as a whole. A message that was locked before stays locked, and returns to the contents
 * that it came from.
 */
import { LockedMessages } from '../messages/locked-messages.ts'
import { QueueContents } from '../messages/queue-contents.ts'
import type { MessageIdFilter, MessageSource, QueuedMessage, QueuePosition } from '../messages/queued-message.ts'
import type { StoredMessageSource } from '../messages/stored-message-source.ts'
import type { StoredMessage } from '../store/message-store.ts'
import type { QueueChanges } from './queue-deps.ts'

export class QueueMessages {
  readonly #locked = new LockedMessages()
  readonly #changes: QueueChanges
  #contents: QueueContents
  #id: number

  constructor(id: number, stored: StoredMessageSource, changes: QueueChanges) {
    this.#changes = changes
    this.#id = id
    this.#contents = new QueueContents(stored)
  }

  /** The storage id of the messages. */
  get id(): number {
    return this.#id
  }

  get depth(): number {
    return this.#contents.depth
  }

  get damagedCount(): number {
    return this.#contents.damagedCount
  }

  get lockedCount(): number {
    return this.#locked.size
  }

  add(entry: QueuedMessage): void {
    this.#contents.findSource(entry).add(entry)
    this.#changes.record()
  }

  /** Locks and returns the first matching message, which may have expired. */
  lockFirst(wanted: MessageIdFilter): QueuedMessage | undefined {
    const entry = this.#contents.first(wanted)
    if (entry) this.lock(entry)
    return entry
  }

  lock(entry: QueuedMessage): void {
    this.#locked.lock(entry, this.#contents.findSource(entry))
  }

  /** Locks a message that the store returned. Returns undefined when it is locked already or has left the queue. */
  lockStored(message: StoredMessage): QueuedMessage | undefined {
    const entry = this.#contents.findUnlocked(message)
    if (entry) this.lock(entry)
    return entry
  }

  /** Ends the lock of a message and returns its source. The caller makes the message available or removes it there. */
  release(entry: QueuedMessage): MessageSource {
    return this.#locked.release(entry)
  }

  /** Keeps a damaged message locked, so that no get receives it before the next start. */
  setAsideDamaged(entry: QueuedMessage): void {
    this.release(entry).setAsideDamaged(entry)
    this.#changes.record()
  }

  /** Returns the first available messages in delivery order, without those that have expired at `now`. */
  list(wanted: MessageIdFilter, limit: number, now: number): QueuedMessage[] {
    return this.#contents.list(wanted, limit, now)
  }

  /** Iterates over the available messages in delivery order. The queue must not change during the iteration. */
  inOrder(wanted: MessageIdFilter, after?: QueuePosition): Iterable<QueuedMessage> {
    return this.#contents.inOrder(wanted, after)
  }

  /** Returns the sequence numbers of the persistent messages, including locked ones. */
  listStoredSequences(): readonly number[] {
    return this.#contents.stored()
  }

  /** Iterates over the sequence numbers of the available persistent messages after a position. */
  storedAfter(position: QueuePosition): Iterable<number> {
    return this.#contents.storedAfter(position)
  }

  /** Returns the available non-persistent messages in delivery order. */
  listNonPersistent(): readonly QueuedMessage[] {
    return this.#contents.listNonPersistent()
  }

  /** Returns the put time of the oldest available message in milliseconds since the epoch, if there is one. */
  oldestPutAt(): number | undefined {
    return this.#contents.oldestPutAt()
  }

  /**
   * Replaces the contents with those of a new storage id, without the old messages. The returned function
   * restores the old messages and keeps those that were put since.
   */
  replace(id: number, stored: StoredMessageSource): () => void {
    const before = { id: this.#id, contents: this.#contents }
    const inMemory = before.contents.listNonPersistent()
    for (const entry of inMemory) entry.state = 'gone' // the expiry sweep must not find them
    this.#id = id
    this.#contents = new QueueContents(stored)
    this.#changes.record()
    return () => {
      const since = this.#contents.listNonPersistent()
      for (const entry of inMemory) entry.state = 'available'
      this.#id = before.id
      this.#contents = before.contents
      this.#changes.record()
      for (const entry of since) this.add(entry)
    }
  }
}
