/**
 * NPMCLASS(HIGH): the non-persistent messages of a queue outlive an end in order, by way of the disk. A crash or a
 * preemptive end loses them like all others.
 */
import type { Store } from '../store/store.ts'
import { type Entry, hasExpired } from './entry.ts'
import type { LocalQueues } from './queues.ts'

/** Rejects with a `StoreFault` when they cannot be kept. */
export async function parkMessages(store: Store, queues: LocalQueues): Promise<void> {
  const parked = [...queues.all()].flatMap((queue) =>
    queue.parkable().map((entry) => ({ queue: queue.id, message: entry, body: entry.body as Buffer })),
  )
  if (parked.length > 0) await store.park(parked)
}

/** The store deleted them on disk before it handed them out, so that none comes twice. */
export function unparkMessages(
  store: Store,
  queues: LocalQueues,
  now: number,
  idOf: (sequence: number) => Buffer,
): void {
  for (const { queue: id, message, body } of store.takeParked()) {
    const queue = queues.byId(id)
    if (!queue || hasExpired(message, now)) continue
    const messageId = message.foreignId ?? idOf(message.sequence)
    const entry: Entry = { ...message, messageId, persistent: false, body, state: 'available' }
    queue.unpark(entry)
  }
}
