/** Opens a queue without a queue manager, and records what it reports to its queue manager. */
import { MessageIdGenerator } from '../../../../src/mq/manager/messages/message-id-generator.ts'
import { StoredMessageSource } from '../../../../src/mq/manager/messages/stored-message-source.ts'
import { Queue } from '../../../../src/mq/manager/queues/queue.ts'
import type { WaitingGetter } from '../../../../src/mq/manager/queues/waiting-getters.ts'
import type { AttributeValue } from '../../../../src/mq/manager/types/connection.ts'
import type { ConnectionStatus, ObjectHandle, ObjectRecord } from '../../../../src/mq/manager/types/services.ts'
import { openMemoryMessageStore } from '../_support/memory-message-store.ts'
import { queuedMessage } from './queued-messages.ts'

type Attributes = Record<string, AttributeValue>

/** The queue A with the storage id 7, at 1000 ms since the epoch. */
export function openTestQueue(attributes: Attributes = {}) {
  const store = openMemoryMessageStore()
  const ids = new MessageIdGenerator('QM1', 1)
  const reported = { tracked: [] as number[], triggered: [] as number[] }
  const source = (id: number) => new StoredMessageSource(id, store.messages, ids)
  const record = (changed: Attributes): ObjectRecord => {
    return { kind: 'queue', name: 'A', type: 'QLOCAL', attributes: changed, created: 1, altered: 1 }
  }
  const queue = new Queue(7, record(attributes), source(7), {
    clock: () => 1000,
    changes: { value: 0 },
    clear: async (each) => void each.replaceMessages(8, source(8)),
    trackExpiry: (_, { sequence }) => reported.tracked.push(sequence),
    triggerApplication: (_, priority) => reported.triggered.push(priority),
  })
  return {
    queue,
    reported,
    configure: (changed: Attributes) => queue.configure(record(changed)),
    /** Replaces the messages. The returned function restores them. */
    replace: () => queue.replaceMessages(8, source(8)),
    put(sequence: number, more: Parameters<typeof queuedMessage>[1] = {}) {
      const entry = queuedMessage(sequence, more)
      queue.reservePut(entry.length)
      queue.completePut(entry)
      return entry
    },
  }
}

/** A waiting get for any message, with the messages and errors that it received. */
export function waitingGetter() {
  const received: unknown[] = []
  const waiter: WaitingGetter = {
    filter: { messageId: undefined, correlationId: undefined },
    receive: ({ sequence }) => received.push(sequence),
    fail: (error) => received.push(error),
    accepts: () => true,
  }
  return { waiter, received }
}

export function objectHandle(): ObjectHandle {
  return { connection: {} as ConnectionStatus, objectName: 'A', objectType: 'QUEUE', openOptions: 0, state: 'ACTIVE' }
}
