/**
 * A local queue while its queue manager runs: what lies on it, who waits for it, who has it open.
 *
 * Everything here happens at once, in memory. What must be on disk first is the business of `delivery.ts`.
 */
import type { Clock } from '../../lib/time/clock.ts'
import type { DepthEvent } from '../events/events.ts'
import type { Handle, LocalQueue, ObjectRecord } from '../runtime.ts'
import type { StoredMessage } from '../store/store.ts'
import { Activity } from './activity.ts'
import { Contents } from './contents.ts'
import { type Entry, hasExpired, type Wanted } from './entry.ts'
import { Held } from './held.ts'
import { OpenCounts, type QueueUse } from './open-counts.ts'
import { deleted, full, inhibited, inUse, tooLong } from './refusals.ts'
import { type QueueSettings, queueSettings } from './settings.ts'
import type { StoredSource } from './stored-source.ts'
import { type Waiter, Waiters } from './waiters.ts'

export interface QueueTools {
  readonly clock: Clock
  /** Removes every message of the queue; on disk as well when the promise resolves. When it rejects, all are there again. */
  clear(queue: Queue): Promise<void>
  /** Told of every message in memory that has an end. */
  expires(queue: Queue, entry: Entry): void
  /** Told of a limit of the depth that was met. False when nobody wants to know. */
  depthEvent(queue: Queue, event: DepthEvent): boolean
  /** Told of every message that comes to a queue with triggering. */
  triggers(queue: Queue, priority: number): void
}

export class Queue implements LocalQueue {
  readonly name: string
  readonly #tools: QueueTools
  readonly #open = new OpenCounts()
  readonly #waiters = new Waiters()
  readonly #held = new Held()
  readonly #activity: Activity
  #contents: Contents
  #settings: QueueSettings
  #id: number
  #deleted = false
  /** Puts that have room on the queue and wait for their commit. */
  #arriving = 0

  constructor(id: number, record: ObjectRecord, stored: StoredSource, tools: QueueTools) {
    this.#tools = tools
    this.#id = id
    this.name = record.name
    this.#contents = new Contents(stored)
    this.#settings = queueSettings(record)
    this.#activity = new Activity(this.#settings.depthLimits, tools.clock, (event) =>
      tools.depthEvent(this, event),
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

  get damaged(): number {
    return this.#contents.damaged
  }

  get uncommitted(): number {
    return this.#arriving + this.#held.size
  }

  get openInput(): number {
    return this.#open.input
  }

  get openOutput(): number {
    return this.#open.output
  }

  get activity(): Activity {
    return this.#activity
  }

  get lastPut(): number | undefined {
    return this.#activity.lastPut
  }

  get lastGet(): number | undefined {
    return this.#activity.lastGet
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

  handles(): readonly Handle[] {
    return this.#open.handles()
  }

  oldestPut(): number | undefined {
    return this.#contents.oldestPut()
  }

  /** Takes over altered attributes; waiters of a queue that is now inhibited are told. */
  configure(record: ObjectRecord): void {
    this.#settings = queueSettings(record)
    this.#activity.configure(this.#settings.depthLimits)
    if (!this.#settings.getEnabled) this.#waiters.refuse(() => inhibited(this.name, 'GET'))
  }

  /** Throws 2042 when somebody has it for himself. */
  open(handle: Handle, use: QueueUse): void {
    this.checkOpen()
    if (use === 'input' && this.#settings.exclusive && this.openInput > 0) throw inUse(this.name)
    this.#open.add(handle, use)
  }

  close(handle: Handle): void {
    this.#open.remove(handle)
  }

  checkOpen(): void {
    if (this.#deleted) throw deleted(this.name)
  }

  checkGet(): void {
    this.checkOpen()
    if (!this.#settings.getEnabled) throw inhibited(this.name, 'GET')
  }

  /** Throws the reason why a message of this length cannot be put now. */
  checkPut(length: number): void {
    const { putEnabled, maxLength, maxDepth } = this.#settings
    this.checkOpen()
    if (!putEnabled) throw inhibited(this.name, 'PUT')
    if (length > maxLength) throw tooLong(this.name, length, maxLength)
    if (this.depth + this.#arriving >= maxDepth) {
      this.#activity.foundFull(this.depth)
      throw full(this.name, maxDepth)
    }
  }

  /** Keeps a place for a message whose commit is still to come: `arrive` or `cancel` must follow. */
  expect(length: number): void {
    this.checkPut(length)
    this.#arriving++
  }

  cancel(): void {
    this.#arriving--
  }

  /** An expected message is there: the first who waits for it gets it, otherwise it lies on the queue. */
  arrive(entry: Entry): void {
    this.#arriving--
    this.#contents.source(entry).offer(entry)
    this.#activity.came(this.depth)
    if (entry.expiresAt !== undefined && !entry.persistent) this.#tools.expires(this, entry)
    this.#serve(entry)
    if (this.#settings.triggers) this.#tools.triggers(this, entry.descriptor.priority)
  }

  /** Holds the first message that is wanted; it may have expired. */
  take(wanted: Wanted): Entry | undefined {
    const entry = this.#contents.first(wanted)
    if (entry) this.hold(entry)
    return entry
  }

  hold(entry: Entry): void {
    this.#held.hold(entry, this.#contents.source(entry))
  }

  /** Holds a stored message by what the store says of it; undefined when someone else holds it. */
  holdStored(message: StoredMessage): Entry | undefined {
    const entry = this.#contents.known(message)
    if (entry) this.hold(entry)
    return entry
  }

  /** A held message stays after all, in its old place. */
  restore(entry: Entry): void {
    this.#held.release(entry).restore(entry)
    this.#serve(entry)
  }

  /** A held message is damaged: it stays where it is, and nobody is given it before the next start. */
  setAside(entry: Entry): void {
    this.#held.release(entry).setAside(entry)
  }

  /** A held message has left. */
  finish(entry: Entry): void {
    this.#held.release(entry).finish(entry)
    this.#activity.left(this.depth)
  }

  /** The first available messages in delivery order, the expired ones left out. */
  list(wanted: Wanted, limit: number): Entry[] {
    const now = this.#tools.clock()
    const found: Entry[] = []
    if (limit <= 0) return found
    for (const entry of this.#contents.inOrder(wanted)) {
      if (!hasExpired(entry, now)) found.push(entry)
      if (found.length >= limit) break // before the next one, which nobody wants, is read
    }
    return found
  }

  wait(waiter: Waiter): void {
    this.#waiters.add(waiter)
  }

  leave(waiter: Waiter): void {
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
  parkable(): readonly Entry[] {
    return this.#settings.keepsNonPersistent ? this.#contents.inMemory() : []
  }

  /** A message that was parked lies on the queue again. */
  unpark(entry: Entry): void {
    this.#contents.source(entry).offer(entry)
    this.#tools.expires(this, entry)
  }

  /** Starts afresh under another number, without its messages. The result brings them back, beside those put since. */
  empty(id: number, stored: StoredSource): () => void {
    const before = { id: this.#id, contents: this.#contents }
    const inMemory = before.contents.inMemory()
    for (const entry of inMemory) entry.state = 'gone' // the sweep of expired messages must not find them
    this.#id = id
    this.#contents = new Contents(stored)
    return () => {
      const since = this.#contents.inMemory()
      for (const entry of inMemory) entry.state = 'available'
      this.#id = before.id
      this.#contents = before.contents
      for (const entry of since) this.#contents.source(entry).offer(entry)
    }
  }

  /** Refuses all use. The result takes that back. */
  delete(): () => void {
    this.#deleted = true
    this.#waiters.refuse(() => deleted(this.name))
    return () => {
      this.#deleted = false
    }
  }

  /** Hands an available message to whoever has waited longest for it and may have it. */
  #serve(entry: Entry): void {
    if (hasExpired(entry, this.#tools.clock())) return
    for (;;) {
      const waiter = this.#waiters.next(entry)
      if (!waiter) return
      if (!waiter.accepts(entry)) continue
      this.hold(entry)
      waiter.served(entry)
      return
    }
  }
}
