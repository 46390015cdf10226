/** Opens the queues of a queue manager with their messages. */
import type { ObjectCatalog } from '../objects/object-catalog.ts'
import { type MessagePersistence, openMessagePersistence } from '../persistence/message-persistence.ts'
import { LocalQueues, type LocalQueuesDeps } from '../queues/local-queues.ts'
import { MessageExpiry } from '../queues/message-expiry.ts'
import { sendTriggerMessage, type TriggerDeps } from '../routing/triggers.ts'
import type { DiskSpace } from '../store/disk-space.ts'
import type { StoredObject } from '../store/message-store.ts'
import type { ObjectRecord } from '../types/services.ts'

interface OpenQueuesDeps extends Pick<LocalQueuesDeps, 'store' | 'group' | 'ids' | 'clock' | 'log'> {
  stored: readonly StoredObject[]
  disk?: DiskSpace | undefined
  /** Parts that are opened after the queues: messages need them from the start of the network on. */
  later: { readonly objects: ObjectCatalog; readonly triggering: TriggerDeps }
}

export type OpenedQueues = { delivery: MessagePersistence; queues: LocalQueues; expiry: MessageExpiry }

export function openQueues(deps: OpenQueuesDeps): OpenedQueues {
  const { store, stored, group, ids, disk, clock, log, later } = deps
  const delivery = openMessagePersistence({
    store,
    group,
    clock,
    ids,
    disk,
    reportDamage: ({ name: queue }, { messageId }, error) =>
      log.error({ error, queue, message: messageId.toString('hex') }, 'a message is damaged and set aside'),
  })
  const expiry = new MessageExpiry({
    messages: store.messages,
    queueOf: (id) => queues.findById(id),
    discard: (queue, entry) => {
      // The next sweep finds the message again when the removal fails.
      delivery.discard(queue, entry).catch(() => undefined)
    },
  })
  const queues = new LocalQueues(
    {
      store,
      group,
      ids,
      clock,
      log,
      renumber: (queue, undone) => {
        const record = later.objects.find('queue', queue) as ObjectRecord
        const { value: id, committed } = later.objects.saveRecord(record, { fresh: true, rolledBack: undone })
        return { id, committed }
      },
      trackExpiry: (queue, entry) => expiry.add(queue, entry),
      triggerApplication: (queue, priority) => sendTriggerMessage(later.triggering, queue, priority),
    },
    stored,
  )
  return { delivery, queues, expiry }
}
