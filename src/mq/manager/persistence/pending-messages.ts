/** Puts and gets that wait for their commit, and what their queues do when it succeeds or fails. */
import type { QueuedMessage } from '../messages/queued-message.ts'
import type { Queue } from '../queues/queue.ts'
import type { SetBackoutCount, StoreChange, StoredMessage } from '../store/message-store.ts'
import type { BodyFiles, RecentBodyCache } from './message-bodies.ts'

/** A message with a reserved place on its queue. */
export interface PendingPut {
  readonly queue: Queue
  readonly entry: QueuedMessage
  /** The body; empty when it is in a file. */
  readonly body: Buffer
}

/** A locked message that a unit of work has got. */
export type PendingGet = { readonly queue: Queue; readonly entry: QueuedMessage }

/** Appends what the store adds for a persistent put. Call it right before the commit: storage ids can change. */
export function appendAddition({ queue, entry, body }: PendingPut, changes: StoreChange[]): void {
  if (entry.persistent) changes.push({ type: 'add', queue: queue.id, message: buildStoredMessage(entry), body })
}

/** Returns a copy, because the queue changes its entry while the store may still write the message. */
function buildStoredMessage(entry: QueuedMessage): StoredMessage {
  return {
    sequence: entry.sequence,
    lane: entry.lane,
    foreignId: entry.foreignId,
    correlationId: entry.correlationId,
    expiresAt: entry.expiresAt,
    length: entry.length,
    bodyFile: entry.bodyFile,
    descriptor: entry.descriptor,
  }
}

/** Adds the messages to their queues after the commit. */
export function completePuts(puts: readonly PendingPut[], recent: RecentBodyCache, bodies: BodyFiles): void {
  for (const { queue, entry, body } of puts) {
    if (queue.isDeleted) {
      queue.cancelPut()
      bodies.remove(entry.bodyFile)
      continue
    }
    if (entry.persistent && !entry.bodyFile) recent.add(entry, body)
    queue.completePut(entry)
  }
}

/** Releases the reserved places. */
export function cancelPuts(puts: readonly PendingPut[], bodies: BodyFiles): void {
  for (const { queue, entry } of puts) {
    queue.cancelPut()
    bodies.remove(entry.bodyFile)
  }
}

/** Removes the messages from their queues after the commit. */
export function completeGets(gets: readonly PendingGet[], recent: RecentBodyCache, bodies: BodyFiles): void {
  for (const { queue, entry } of gets) {
    recent.remove(entry)
    queue.removeLocked(entry)
    bodies.remove(entry.bodyFile)
  }
}

/** Makes the messages available again. Returns the backout counts to store: of persistent ones with HARDENBO. */
export function backOutGets(gets: readonly PendingGet[], countsBackout: boolean): SetBackoutCount[] {
  const changes: SetBackoutCount[] = []
  for (const { queue, entry } of gets) {
    const backoutCount = entry.descriptor.backoutCount + (countsBackout ? 1 : 0)
    queue.backOut(entry, backoutCount)
    if (countsBackout && entry.persistent && queue.settings.hardensBackoutCount)
      changes.push({ type: 'setBackoutCount', sequence: entry.sequence, backoutCount })
  }
  return changes
}
