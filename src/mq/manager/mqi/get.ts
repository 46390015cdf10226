/** Implements MQGET: removing messages, waiting for them and browsing them. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { emptyId } from '../messages/message-id-generator.ts'
import { anyMessage, hasExpired, type MessageIdFilter, type QueuedMessage } from '../messages/queued-message.ts'
import type { Queue } from '../queues/queue.ts'
import type { WaitingGetter } from '../queues/waiting-getters.ts'
import type { RunningQueueManager } from '../running/running-queue-manager.ts'
import { mqError } from '../types/errors.ts'
import type { GetOptions, Message, MessageSelection, MessageSummary } from '../types/message.ts'
import type { SmallSet } from '../types/small-set.ts'
import { buildMessage, buildMessageSummary } from './build-message.ts'
import { ownUnitOfWork } from './connection-work.ts'
import type { SelectorCursor } from './selector-cursor.ts'

/** The messages from which a get chooses: all that match the ids, or those that a cursor with a selector visits. */
export interface GetSource {
  readonly queue: Queue
  /** The waiting gets of the connection, which its end fails. */
  readonly waiting: SmallSet<WaitingGetter>
  /** The cursor of a get with a selector. */
  readonly cursor?: SelectorCursor | undefined
}

/** Gets a message (MQGET); undefined (2033) if none comes in time. Rejects with an `MqError` or the signal's reason. */
export async function getMessage(
  running: RunningQueueManager,
  source: GetSource,
  options: GetOptions,
): Promise<Message | undefined> {
  const { signal, waitMs: wait = 0 } = options
  const { queue, cursor } = source
  const unitOfWork = ownUnitOfWork(options.unitOfWork)
  unitOfWork?.checkRoom(1)
  const wanted = buildFilter(options)
  if (cursor) cursor.wanted = wanted
  const lockNext = cursor ? () => cursor.lockNext() : () => queue.messages.lockFirst(wanted, options.at)
  let entry: ReturnType<typeof lockUnexpired>
  for (;;) {
    signal?.throwIfAborted()
    queue.checkGet()
    entry = lockUnexpired(running, queue, lockNext)
    if (!(entry instanceof Promise)) break
    await entry
  }
  if (!entry) return wait > 0 && !cursor?.stoppedAt ? waitFor(running, source, wanted, options) : undefined

  if (!isAccepted(running, entry, options)) {
    queue.unlock(entry)
    throw notAccepted(entry)
  }
  return handOut(running, source, entry, options)
}

/** Returns the first matching message and leaves it on the queue; undefined for none. Rejects with an `MqError`. */
export async function browseMessage(
  running: RunningQueueManager,
  queue: Queue,
  selection: MessageSelection,
): Promise<Message | undefined> {
  const wanted = buildFilter(selection)
  for (;;) {
    queue.checkGet()
    const [entry] = queue.list(wanted, 1)
    if (!entry) return undefined
    const read = running.delivery.read(queue, entry)
    const body = read instanceof Promise ? await read : read
    // The body is undefined when another get removed the message during the read.
    if (!body) continue
    return buildMessage(entry, body, running.clock())
  }
}

/** Returns the first matching messages without bodies, in delivery order; none while the queue inhibits gets. */
export function listMessages(
  running: RunningQueueManager,
  queue: Queue,
  options: MessageSelection & { limit: number },
): MessageSummary[] {
  // A get-inhibited queue lists no messages.
  if (!queue.settings.getEnabled) return []
  const now = running.clock()
  return queue.list(buildFilter(options), options.limit).map((entry) => buildMessageSummary(entry, now))
}

/** The maximum number of expired messages that one batch discards. */
const maxExpiredPerBatch = 200

/**
 * Locks the first unexpired message and discards expired messages before it. When there are many, or when the
 * search takes long, the function returns a promise; the caller must call the function again after it.
 */
function lockUnexpired(
  running: RunningQueueManager,
  queue: Queue,
  lockNext: () => QueuedMessage | 'more' | undefined,
): QueuedMessage | undefined | Promise<unknown> {
  const now = running.clock()
  const discards: Promise<void>[] = []
  while (discards.length < maxExpiredPerBatch) {
    const entry = lockNext()
    if (entry === 'more') return nextTurn()
    if (!entry || !hasExpired(entry, now)) {
      Promise.all(discards).catch(() => undefined)
      return entry
    }
    discards.push(running.delivery.discard(queue, entry))
  }
  return Promise.all(discards)
}

async function handOut(
  running: RunningQueueManager,
  { queue }: GetSource,
  entry: QueuedMessage,
  { signal, unitOfWork }: GetOptions,
): Promise<Message> {
  const unit = ownUnitOfWork(unitOfWork)
  const body = unit
    ? await running.delivery.get(queue, entry, unit)
    : await running.delivery.remove(queue, entry, signal)
  return buildMessage(entry, body, running.clock())
}

/** Waits until a message arrives, the wait time ends, the signal aborts or the queue fails all waits. */
function waitFor(
  running: RunningQueueManager,
  source: GetSource,
  wanted: MessageIdFilter,
  options: GetOptions,
): Promise<Message | undefined> {
  const { signal, waitMs: wait } = options
  const { queue, waiting, cursor } = source
  return new Promise((resolve, reject) => {
    const waiter: WaitingGetter = {
      filter: wanted,
      matches: cursor?.matches,
      accepts(entry) {
        if (isAccepted(running, entry, options)) return true
        waiter.fail(notAccepted(entry))
        return false
      },
      receive(entry) {
        leave()
        handOut(running, source, entry, options).then(resolve, reject)
      },
      fail(error) {
        leave()
        reject(error)
      },
    }
    const abort = () => waiter.fail(signal?.reason)
    const expire = () => {
      leave()
      resolve(undefined)
    }
    const timer = wait === Number.POSITIVE_INFINITY ? undefined : setTimeout(expire, wait)

    function leave(): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      waiting.delete(waiter)
      queue.removeWaitingGetter(waiter)
    }

    signal?.addEventListener('abort', abort, { once: true })
    waiting.add(waiter)
    queue.addWaitingGetter(waiter)
  })
}

/** Every get accepts a damaged message, so that it can report the damage. */
function isAccepted(running: RunningQueueManager, entry: QueuedMessage, { accepts }: GetOptions): boolean {
  return !accepts || entry.damage !== undefined || accepts(buildMessageSummary(entry, running.clock()))
}

function notAccepted({ descriptor, messageId }: QueuedMessage): Error {
  const text = `message ${messageId.toString('hex')} is of format "${descriptor.format}", which the getter does not take`
  return mqError('MQRC_FORMAT_ERROR', text)
}

function buildFilter({ messageId, correlationId }: MessageSelection): MessageIdFilter {
  if (!messageId && !correlationId) return anyMessage
  return { messageId: given(messageId), correlationId: given(correlationId) }
}

/** Returns undefined for an id of zeros, which matches every message. */
function given(id: Buffer | undefined): Buffer | undefined {
  return id && !id.equals(emptyId) ? id : undefined
}
