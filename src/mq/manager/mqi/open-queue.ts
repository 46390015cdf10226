/** A queue that a connection has open for gets or for browsing (MQOPEN), dynamic queues, and the limits of puts. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { hasExpired } from '../messages/queued-message.ts'
import type { PendingChange } from '../objects/object-catalog.ts'
import { buildDynamicQueue } from '../queues/build-dynamic-queue.ts'
import type { Queue } from '../queues/queue.ts'
import { QueueCursor } from '../queues/queue-cursor.ts'
import type { WaitingGetter } from '../queues/waiting-getters.ts'
import type { RunningQueueManager } from '../running/running-queue-manager.ts'
import { compileSelector, type MessageSelector } from '../selectors/index.ts'
import type { MaxMessageLength } from '../types/connection.ts'
import { mqError } from '../types/errors.ts'
import type { Message } from '../types/message.ts'
import type { BrowsePosition, OpenQueue, OpenQueueGetOptions, OpenQueueOptions } from '../types/open-objects.ts'
import type { ObjectRecord } from '../types/services.ts'
import type { SmallSet } from '../types/small-set.ts'
import { buildMessage } from './build-message.ts'
import { getMessage } from './get.ts'
import type { ObjectAccess } from './object-access.ts'
import { SelectorCursor } from './selector-cursor.ts'

interface OpenQueueDeps {
  readonly running: RunningQueueManager
  readonly waiting: SmallSet<WaitingGetter>
  /** Runs one MQI call of the connection. */
  call<T>(work: () => Promise<T>): Promise<T>
  /** Closes the handle. */
  close(): void
}

export class OpenQueueHandle implements OpenQueue {
  readonly name: string
  readonly #queue: Queue
  readonly #deps: OpenQueueDeps
  readonly #selector: MessageSelector | undefined
  /** Finds the messages of gets with a selector. */
  readonly #gets: SelectorCursor | undefined
  /** The position of the last message that `browseNext` returned. */
  readonly #browse: QueueCursor

  /** Throws reason code 2459 when the selector is invalid. */
  constructor(queue: Queue, { selector, after, maxVisits }: OpenQueueOptions, deps: OpenQueueDeps) {
    const { clock } = deps.running
    this.name = queue.name
    this.#queue = queue
    this.#deps = deps
    this.#selector = selector === undefined ? undefined : compileSelector(selector)
    this.#gets = this.#selector && new SelectorCursor(queue, this.#selector, clock, { after, maxVisits })
    this.#browse = new QueueCursor(queue, {
      matches: (entry) => !hasExpired(entry, clock()) && this.#selector?.(entry) !== false,
      returnsToArrivals: false,
      after,
    })
  }

  get browsePosition(): BrowsePosition | undefined {
    return this.#browse.position
  }

  get searchStoppedAt(): BrowsePosition | undefined {
    return this.#gets?.stoppedAt
  }

  get(options: OpenQueueGetOptions = {}): Promise<Message | undefined> {
    const { running, waiting, call } = this.#deps
    const source = { queue: this.#queue, waiting, cursor: this.#gets }
    return call(() => getMessage(running, source, options))
  }

  browseNext(): Promise<Message | undefined> {
    return this.#deps.call(async () => {
      const { running } = this.#deps
      for (;;) {
        this.#queue.checkGet()
        const entry = this.#browse.step()
        if (!entry) return undefined
        const body = entry === 'more' ? await nextTurn() : await running.delivery.read(this.#queue, entry)
        // The body is undefined when a get removed the message during the read.
        if (!body || entry === 'more') continue
        return buildMessage(entry, body, running.clock())
      }
    })
  }

  watchArrivals(watcher: () => void): () => void {
    return this.#queue.watchArrivals(watcher)
  }

  close(): void {
    this.#gets?.close()
    this.#browse.close()
    this.#deps.close()
  }

  [Symbol.dispose](): void {
    this.close()
  }
}

/** Returns the limit of puts to a queue or of publications; the queue manager's for remote queues, unknown here. */
export function findMaxMessageLength(running: RunningQueueManager, queue?: string): MaxMessageLength {
  const ofManager = Number(running.attribute('MAXMSGL'))
  const route = queue === undefined ? undefined : running.resolver.resolvePut({ queue })
  const ofQueue = route && 'queue' in route && !route.remote ? route.queue.settings.maxMessageBytes : undefined
  return ofQueue !== undefined && ofQueue <= ofManager
    ? { bytes: ofQueue, reasonCode: 2030 }
    : { bytes: ofManager, reasonCode: 2031 }
}

/** Creates the queue. Throws 2085 without the model queue, 2035 without authority, 4001 when the name exists. */
export function createDynamicQueue(
  { objects, clock }: RunningQueueManager,
  access: ObjectAccess,
  model: string,
  pattern: string,
): PendingChange<ObjectRecord> {
  const definition = objects.find('queue', model)
  if (!definition) throw mqError('MQRC_UNKNOWN_OBJECT_NAME', `there is no model queue ${model}`, { object: model })
  access.checkQueueAuthority(model, 'GET')
  const record = buildDynamicQueue(definition, pattern, clock())
  if (objects.find('queue', record.name))
    throw mqError('MQRCCF_OBJECT_ALREADY_EXISTS', `there is a queue ${record.name}`, { object: record.name })
  return objects.saveNow(record)
}
