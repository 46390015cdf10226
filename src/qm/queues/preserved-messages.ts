/**
 * NPMCLASS(HIGH): the non-persistent messages of a queue outlive an end in order, by way of the disk. A crash or a
 * preemptive end loses them like all others.
 */

import { hasExpired, type QueuedMessage } from '../messages/queued-message.ts'
import type { MessageStore } from '../store/message-store.ts'
import type { LocalQueues } from './local-queues.ts'

/** Rejects with a `StoreFault` when they cannot be kept. */
export async function preserveMessages(store: MessageStore, queues: LocalQueues): Promise<void> {
  const parked = [...queues.all()].flatMap((queue) =>
    queue.listPreservable().map((entry) => ({ queue: queue.id, message: entry, body: entry.body as Buffer })),
  )
  if (parked.length > 0) await store.preserve(parked)
}

/** The store deleted them on disk before it handed them out, so that none comes twice. */
export function restorePreservedMessages(
  store: MessageStore,
  queues: LocalQueues,
  now: number,
  idOf: (sequence: number) => Buffer,
): void {
  for (const { queue: id, message, body } of store.takePreserved()) {
    const queue = queues.findById(id)
    if (!queue || hasExpired(message, now)) continue
    const messageId = message.foreignId ?? idOf(message.sequence)
    const entry: QueuedMessage = { ...message, messageId, persistent: false, body, state: 'available' }
    queue.addPreserved(entry)
  }
}
