/** MQGET: taking messages, waiting for them, looking at them. */
import { anything } from '../queues/contents.ts'
import { type Entry, hasExpired, type Wanted } from '../queues/entry.ts'
import { noId } from '../queues/message-ids.ts'
import type { Queue } from '../queues/queue.ts'
import type { Waiter } from '../queues/waiters.ts'
import { mqError } from '../reasons.ts'
import type { Running } from '../running.ts'
import type { GetOptions, Message, MessageSummary, Selection } from '../types.ts'
import { messageOf, summaryOf } from './messages.ts'

export async function get(
  running: Running,
  queue: Queue,
  waiting: Set<Waiter>,
  options: GetOptions,
): Promise<Message | undefined> {
  const { signal, wait = 0 } = options
  signal?.throwIfAborted()
  queue.checkGet()

  const wanted = wantedOf(options)
  let entry = takeLive(running, queue, wanted)
  while (entry instanceof Promise) {
    await entry
    signal?.throwIfAborted()
    queue.checkGet()
    entry = takeLive(running, queue, wanted)
  }
  if (!entry) return wait > 0 ? waitFor(running, queue, wanted, waiting, options) : undefined

  if (!isAccepted(running, entry, options)) {
    queue.restore(entry)
    throw notAccepted(entry)
  }
  return handOut(running, queue, entry, signal)
}

export async function browse(
  running: Running,
  queue: Queue,
  selection: Selection,
): Promise<Message | undefined> {
  const wanted = wantedOf(selection)
  for (;;) {
    queue.checkGet()
    const [entry] = queue.list(wanted, 1)
    if (!entry) return undefined
    const body = await running.delivery.read(queue, entry)
    // Without a body it was taken by someone else while a file was read.
    if (body) return messageOf(entry, body, running.clock())
  }
}

export function list(
  running: Running,
  queue: Queue,
  options: Selection & { limit: number },
): MessageSummary[] {
  queue.checkOpen()
  // A queue that is inhibited for gets shows nothing.
  if (!queue.settings.getEnabled) return []
  const now = running.clock()
  return queue.list(wantedOf(options), options.limit).map((entry) => summaryOf(entry, now))
}

/** Expired messages that are passed over at a time. */
const stretch = 200

/**
 * Holds the first message that has not expired. Those before it are discarded; where they are many, the promise of a
 * stretch of them is answered instead, after which it is to be asked again.
 */
function takeLive(running: Running, queue: Queue, wanted: Wanted): Entry | undefined | Promise<unknown> {
  const now = running.clock()
  const discards: Promise<void>[] = []
  while (discards.length < stretch) {
    const entry = queue.take(wanted)
    if (!entry || !hasExpired(entry, now)) {
      Promise.all(discards).catch(() => undefined)
      return entry
    }
    discards.push(running.delivery.discard(queue, entry))
  }
  return Promise.all(discards)
}

async function handOut(
  running: Running,
  queue: Queue,
  entry: Entry,
  signal: AbortSignal | undefined,
): Promise<Message> {
  const body = await running.delivery.remove(queue, entry, signal)
  return messageOf(entry, body, running.clock())
}

/** Settles when a message came, the time is up, the signal aborts or the queue turns everyone away; then nothing is left behind. */
function waitFor(
  running: Running,
  queue: Queue,
  wanted: Wanted,
  waiting: Set<Waiter>,
  options: GetOptions,
): Promise<Message | undefined> {
  const { signal, wait } = options
  return new Promise((resolve, reject) => {
    const waiter: Waiter = {
      wanted,
      accepts(entry) {
        if (isAccepted(running, entry, options)) return true
        waiter.refused(notAccepted(entry))
        return false
      },
      served(entry) {
        leave()
        handOut(running, queue, entry, signal).then(resolve, reject)
      },
      refused(error) {
        leave()
        reject(error)
      },
    }
    const abort = () => waiter.refused(signal?.reason)
    const timer = setTimeout(() => {
      leave()
      resolve(undefined)
    }, wait)

    function leave(): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      waiting.delete(waiter)
      queue.leave(waiter)
    }

    signal?.addEventListener('abort', abort, { once: true })
    waiting.add(waiter)
    queue.wait(waiter)
  })
}

/** One that is damaged is taken by anybody, to be told so. */
function isAccepted(running: Running, entry: Entry, { accepts }: GetOptions): boolean {
  return !accepts || entry.damage !== undefined || accepts(summaryOf(entry, running.clock()))
}

function notAccepted({ descriptor, messageId }: Entry): Error {
  const text = `message ${messageId.toString('hex')} is of format "${descriptor.format}", which the getter does not take`
  return mqError('MQRC_FORMAT_ERROR', text)
}

function wantedOf({ messageId, correlationId }: Selection): Wanted {
  if (!messageId && !correlationId) return anything
  return { messageId: given(messageId), correlationId: given(correlationId) }
}

/** An id of zeros selects nothing. */
function given(id: Buffer | undefined): Buffer | undefined {
  return id && !id.equals(noId) ? id : undefined
}
