/** Preserves messages of queues with NPMCLASS(HIGH) from an orderly end to the next start. Other ends lose them. */
import { hasExpired, type QueuedMessage } from '../messages/queued-message.ts'
import type { MessageStore } from '../store/message-store.ts'
import type { LocalQueues } from './local-queues.ts'

/** Writes the messages to the store. Rejects with a `MessageStoreError` when none could be written. */
export async function preserveMessages(store: MessageStore, queues: LocalQueues): Promise<void> {
  const parked = [...queues.all()].flatMap((queue) =>
    queue.listPreservable().map((entry) => ({ queue: queue.id, message: entry, body: entry.body as Buffer })),
  )
  if (parked.length > 0) await store.preserve(parked)
}

/** Puts the preserved messages back. The store has deleted them before, so that none is delivered twice. */
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
