/** A local queue: its messages, waiting gets and handles, in memory. `persistence/` commits changes first. */
import type { MessageIdFilter, QueuedMessage } from '../messages/queued-message.ts'
import type { StoredMessageSource } from '../messages/stored-message-source.ts'
import type { InputSharing } from '../types/open-objects.ts'
import type { LocalQueue, ObjectHandle, ObjectRecord } from '../types/services.ts'
import { QueueActivity } from './queue-activity.ts'
import {
  QueueAdmission,
  QueueHandles,
  type QueueOpenMode,
  queueDeletedError,
  queueInhibitedError,
  queueInUseError,
} from './queue-admission.ts'
import { QueueArrivals } from './queue-arrivals.ts'
import { QueueChanges, type QueueDeps } from './queue-deps.ts'
import { QueueMessages } from './queue-messages.ts'
import { isExclusiveInput } from './queue-settings.ts'
import type { WaitingGetter } from './waiting-getters.ts'

export class Queue extends QueueAdmission implements LocalQueue {
  readonly messages: QueueMessages
  readonly activity: QueueActivity
  readonly #deps: QueueDeps
  readonly #open = new QueueHandles()
  readonly #arrivals: QueueArrivals
  readonly #changes: QueueChanges

  constructor(id: number, record: ObjectRecord, stored: StoredMessageSource, deps: QueueDeps) {
    super(record)
    this.#deps = deps
    this.#changes = new QueueChanges(deps.changes)
    this.messages = new QueueMessages(id, stored, this.#changes)
    this.#arrivals = new QueueArrivals(this.messages, deps.clock)
    this.activity = new QueueActivity(deps.clock)
  }

  /** The storage id that identifies the queue in the message store. */
  get id(): number {
    return this.messages.id
  }

  get depth(): number {
    return this.messages.depth
  }

  get damagedCount(): number {
    return this.messages.damagedCount
  }

  get uncommittedCount(): number {
    return this.reservedCount + this.messages.lockedCount
  }

  get openInputCount(): number {
    return this.#open.inputCount
  }

  get openOutputCount(): number {
    return this.#open.outputCount
  }

  get changedAt(): number {
    return this.#changes.last
  }

  get maxDepth(): number {
    return this.settings.maxDepth
  }

  get isTransmissionQueue(): boolean {
    return this.settings.isTransmissionQueue
  }

  get puts(): number {
    return this.activity.puts
  }

  get gets(): number {
    return this.activity.gets
  }

  handles(): readonly ObjectHandle[] {
    return this.#open.handles()
  }

  oldestPutAt(): number | undefined {
    return this.messages.oldestPutAt()
  }

  /** Applies changed attributes. Waiting gets fail when the queue is now get-inhibited. */
  override configure(record: ObjectRecord): void {
    super.configure(record)
    if (!this.settings.getEnabled) this.#arrivals.failAll(() => queueInhibitedError(this.name, 'GET'))
  }

  /** Adds a handle. Throws 2042 if another has exclusive input, or this one wants it and another has input. */
  open(handle: ObjectHandle, use: QueueOpenMode, sharing: InputSharing = 'asQueueDefault'): void {
    this.checkOpen()
    const isExclusive = use === 'input' && isExclusiveInput(this.settings, sharing)
    if (use === 'input' && (isExclusive ? this.openInputCount > 0 : this.#open.hasExclusive))
      throw queueInUseError(this.name)
    this.#open.add(handle, use, isExclusive)
    this.#changes.record()
  }

  close(handle: ObjectHandle): void {
    this.#open.remove(handle)
    this.#changes.record()
  }

  /** Adds a message with a reserved place: the longest waiting get that matches receives it, or it stays. */
  completePut(entry: QueuedMessage): void {
    this.cancelPut()
    this.messages.add(entry)
    this.activity.recordPut()
    if (entry.expiresAt !== undefined && !entry.persistent) this.#deps.trackExpiry(this, entry)
    this.#arrivals.offer(entry)
    if (this.settings.isTriggered) this.#deps.triggerApplication(this, entry.descriptor.priority)
  }

  /** Makes a locked message available again, in its previous position. */
  unlock(entry: QueuedMessage): void {
    this.messages.release(entry).unlock(entry)
    this.#arrivals.offer(entry)
  }

  /** Makes a message available again, which a unit of work had got, at its old position, with the new backout count. */
  backOut(entry: QueuedMessage, backoutCount: number): void {
    const source = this.messages.release(entry)
    source.setBackoutCount(entry, backoutCount)
    source.unlock(entry)
    // The expiry sweep forgot the message if it expired while it was locked.
    if (entry.expiresAt !== undefined && !entry.persistent) this.#deps.trackExpiry(this, entry)
    this.#arrivals.offer(entry)
  }

  removeLocked(entry: QueuedMessage): void {
    this.messages.release(entry).remove(entry)
    this.#changes.record()
  }

  /** Returns the first available messages in delivery order, without expired ones. */
  list(wanted: MessageIdFilter, limit: number): QueuedMessage[] {
    return this.messages.list(wanted, limit, this.#deps.clock())
  }

  /**
   * Calls the function for each message that no waiting get receives, and without a message when all waiting gets fail.
   * The returned function ends this.
   */
  watchArrivals(watcher: (entry?: QueuedMessage) => void): () => void {
    return this.#arrivals.watch(watcher)
  }

  addWaitingGetter(waiter: WaitingGetter): void {
    this.#arrivals.add(waiter)
  }

  removeWaitingGetter(waiter: WaitingGetter): void {
    this.#arrivals.remove(waiter)
  }

  /** Replaces the messages. The returned function restores the old ones, and offers them to gets that wait. */
  replaceMessages(id: number, stored: StoredMessageSource): () => void {
    const restore = this.messages.replace(id, stored)
    return () => {
      restore()
      this.#arrivals.offerAll()
    }
  }

  clear(): Promise<void> {
    return this.#deps.clear(this)
  }

  /** Returns the non-persistent messages that an orderly end preserves: those of queues with NPMCLASS(HIGH). */
  listPreservable(): readonly QueuedMessage[] {
    return this.settings.preservesNonPersistent ? this.messages.listNonPersistent() : []
  }

  /** Adds a preserved message back to the queue. */
  addPreserved(entry: QueuedMessage): void {
    this.messages.add(entry)
    this.#deps.trackExpiry(this, entry)
  }

  /** Marks the queue as deleted, so that every use fails with reason code 2052. The returned function reverts this. */
  markDeleted(): () => void {
    this.setDeleted(true)
    this.#arrivals.failAll(() => queueDeletedError(this.name))
    return () => this.setDeleted(false)
  }
}
