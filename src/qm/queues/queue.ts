/**
 * A local queue while its queue manager runs: what lies on it, who waits for it, who has it open.
 *
 * Everything here happens at once, in memory. What must be on disk first is the business of `delivery.ts`.
 */
import type { Clock } from '../../lib/time/clock.ts'
import { LockedMessages } from '../messages/locked-messages.ts'
import { QueueContents } from '../messages/queue-contents.ts'
import { hasExpired, type MessageIdFilter, type QueuedMessage } from '../messages/queued-message.ts'
import type { StoredMessageSource } from '../messages/stored-message-source.ts'
import type { StoredMessage } from '../store/message-store.ts'
import type { LocalQueue, ObjectHandle, ObjectRecord } from '../types/services.ts'
import { QueueActivity } from './queue-activity.ts'
import {
  messageTooLongError,
  queueDeletedError,
  queueFullError,
  queueInhibitedError,
  queueInUseError,
} from './queue-errors.ts'
import { QueueHandles, type QueueOpenMode } from './queue-handles.ts'
import type { DepthEvent } from './queue-settings.ts'
import { type QueueSettings, readQueueSettings } from './queue-settings.ts'
import { type WaitingGetter, WaitingGetters } from './waiting-getters.ts'

export interface QueueDeps {
  readonly clock: Clock
  /** Removes every message of the queue; on disk as well when the promise resolves. When it rejects, all are there again. */
  clear(queue: Queue): Promise<void>
  /** Told of every message in memory that has an end. */
  trackExpiry(queue: Queue, entry: QueuedMessage): void
  /** Told of a limit of the depth that was met. False when nobody wants to know. */
  publishDepthEvent(queue: Queue, event: DepthEvent): boolean
  /** Told of every message that comes to a queue with triggering. */
  triggerApplication(queue: Queue, priority: number): void
}

export class Queue implements LocalQueue {
  readonly name: string
  readonly #tools: QueueDeps
  readonly #open = new QueueHandles()
  readonly #waiters = new WaitingGetters()
  readonly #held = new LockedMessages()
  readonly #activity: QueueActivity
  #contents: QueueContents
  #settings: QueueSettings
  #id: number
  #deleted = false
  /** Puts that have room on the queue and wait for their commit. */
  #arriving = 0

  constructor(id: number, record: ObjectRecord, storedSequences: StoredMessageSource, tools: QueueDeps) {
    this.#tools = tools
    this.#id = id
    this.name = record.name
    this.#contents = new QueueContents(storedSequences)
    this.#settings = readQueueSettings(record)
    this.#activity = new QueueActivity(this.#settings.depthLimits, tools.clock, (event) =>
      tools.publishDepthEvent(this, event),
    )
  }

  /** The number under which its messages are stored. */
  get id(): number {
    return this.#id
  }

  get settings(): QueueSettings {
    return this.#settings
  }

  get depth(): number {
    return this.#contents.depth
  }

  get damagedCount(): number {
    return this.#contents.damagedCount
  }

  get uncommittedCount(): number {
    return this.#arriving + this.#held.size
  }

  get openInputCount(): number {
    return this.#open.inputCount
  }

  get openOutputCount(): number {
    return this.#open.outputCount
  }

  get activity(): QueueActivity {
    return this.#activity
  }

  get lastPutAt(): number | undefined {
    return this.#activity.lastPutAt
  }

  get lastGetAt(): number | undefined {
    return this.#activity.lastGetAt
  }

  get maxDepth(): number {
    return this.#settings.maxDepth
  }

  get puts(): number {
    return this.#activity.puts
  }

  get gets(): number {
    return this.#activity.gets
  }

  handles(): readonly ObjectHandle[] {
    return this.#open.handles()
  }

  oldestPutAt(): number | undefined {
    return this.#contents.oldestPutAt()
  }

  /** Takes over altered attributes; waiters of a queue that is now inhibited are told. */
  configure(record: ObjectRecord): void {
    this.#settings = readQueueSettings(record)
    this.#activity.configure(this.#settings.depthLimits)
    if (!this.#settings.getEnabled) this.#waiters.failAll(() => queueInhibitedError(this.name, 'GET'))
  }

  /** Throws 2042 when somebody has it for himself. */
  open(handle: ObjectHandle, use: QueueOpenMode): void {
    this.checkOpen()
    if (use === 'input' && this.#settings.isExclusive && this.openInputCount > 0)
      throw queueInUseError(this.name)
    this.#open.add(handle, use)
  }

  close(handle: ObjectHandle): void {
    this.#open.remove(handle)
  }

  checkOpen(): void {
    if (this.#deleted) throw queueDeletedError(this.name)
  }

  checkGet(): void {
    this.checkOpen()
    if (!this.#settings.getEnabled) throw queueInhibitedError(this.name, 'GET')
  }

  /** Throws the reason why a message of this length cannot be put now. */
  checkPut(length: number): void {
    const { putEnabled, maxMessageBytes: maxLength, maxDepth } = this.#settings
    this.checkOpen()
    if (!putEnabled) throw queueInhibitedError(this.name, 'PUT')
    if (length > maxLength) throw messageTooLongError(this.name, length, maxLength)
    if (this.depth + this.#arriving >= maxDepth) {
      this.#activity.recordFull(this.depth)
      throw queueFullError(this.name, maxDepth)
    }
  }

  /** Keeps a place for a message whose commit is still to come: `arrive` or `cancel` must follow. */
  reservePut(length: number): void {
    this.checkPut(length)
    this.#arriving++
  }

  cancelPut(): void {
    this.#arriving--
  }

  /** An expected message is there: the first who waits for it gets it, otherwise it lies on the queue. */
  completePut(entry: QueuedMessage): void {
    this.#arriving--
    this.#contents.findSource(entry).add(entry)
    this.#activity.recordPut(this.depth)
    if (entry.expiresAt !== undefined && !entry.persistent) this.#tools.trackExpiry(this, entry)
    this.#serve(entry)
    if (this.#settings.isTriggered) this.#tools.triggerApplication(this, entry.descriptor.priority)
  }

  /** Holds the first message that is wanted; it may have expired. */
  lockFirst(wanted: MessageIdFilter): QueuedMessage | undefined {
    const entry = this.#contents.first(wanted)
    if (entry) this.lock(entry)
    return entry
  }

  lock(entry: QueuedMessage): void {
    this.#held.lock(entry, this.#contents.findSource(entry))
  }

  /** Holds a stored message by what the store says of it; undefined when someone else holds it. */
  lockStored(message: StoredMessage): QueuedMessage | undefined {
    const entry = this.#contents.findUnlocked(message)
    if (entry) this.lock(entry)
    return entry
  }

  /** A held message stays after all, in its old place. */
  unlock(entry: QueuedMessage): void {
    this.#held.release(entry).unlock(entry)
    this.#serve(entry)
  }

  /** A held message is damaged: it stays where it is, and nobody is given it before the next start. */
  setAsideDamaged(entry: QueuedMessage): void {
    this.#held.release(entry).setAsideDamaged(entry)
  }

  /** A held message has left. */
  removeLocked(entry: QueuedMessage): void {
    this.#held.release(entry).remove(entry)
    this.#activity.recordRemoval(this.depth)
  }

  /** The first available messages in delivery order, the expired ones left out. */
  list(wanted: MessageIdFilter, limit: number): QueuedMessage[] {
    const now = this.#tools.clock()
    const found: QueuedMessage[] = []
    if (limit <= 0) return found
    for (const entry of this.#contents.inOrder(wanted)) {
      if (!hasExpired(entry, now)) found.push(entry)
      if (found.length >= limit) break // before the next one, which nobody wants, is read
    }
    return found
  }

  addWaitingGetter(waiter: WaitingGetter): void {
    this.#waiters.add(waiter)
  }

  removeWaitingGetter(waiter: WaitingGetter): void {
    this.#waiters.remove(waiter)
  }

  clear(): Promise<void> {
    return this.#tools.clear(this)
  }

  /** The sequences of its persistent messages, held ones among them. */
  stored(): readonly number[] {
    return this.#contents.stored()
  }

  /** The non-persistent messages that are to outlive an end in order: NPMCLASS(HIGH). */
  listPreservable(): readonly QueuedMessage[] {
    return this.#settings.preservesNonPersistent ? this.#contents.listNonPersistent() : []
  }

  /** A message that was parked lies on the queue again. */
  addPreserved(entry: QueuedMessage): void {
    this.#contents.findSource(entry).add(entry)
    this.#tools.trackExpiry(this, entry)
  }

  /** Starts afresh under another number, without its messages. The result brings them back, beside those put since. */
  replaceContents(id: number, stored: StoredMessageSource): () => void {
    const before = { id: this.#id, contents: this.#contents }
    const inMemory = before.contents.listNonPersistent()
    for (const entry of inMemory) entry.state = 'gone' // the sweep of expired messages must not find them
    this.#id = id
    this.#contents = new QueueContents(stored)
    return () => {
      const since = this.#contents.listNonPersistent()
      for (const entry of inMemory) entry.state = 'available'
      this.#id = before.id
      this.#contents = before.contents
      for (const entry of since) this.#contents.findSource(entry).add(entry)
    }
  }

  /** Refuses all use. The result takes that back. */
  markDeleted(): () => void {
    this.#deleted = true
    this.#waiters.failAll(() => queueDeletedError(this.name))
    return () => {
      this.#deleted = false
    }
  }

  /** Hands an available message to whoever has waited longest for it and may have it. */
  #serve(entry: QueuedMessage): void {
    if (hasExpired(entry, this.#tools.clock())) return
    for (;;) {
      const waiter = this.#waiters.takeNext(entry)
      if (!waiter) return
      if (!waiter.accepts(entry)) continue
      this.lock(entry)
      waiter.receive(entry)
      return
    }
  }
}
