/** Builds messages as queues hold them in memory. */
import type { QueuedMessage } from '../../../../src/mq/manager/messages/queued-message.ts'
import { message } from '../store/conformance.ts'

/** Returns an available non-persistent message of lane 5 without ids, expiry and body. */
export function queuedMessage(sequence: number, more: Partial<QueuedMessage> = {}): QueuedMessage {
  return {
    ...message(sequence, { lane: 5 }),
    messageId: Buffer.alloc(24, sequence),
    persistent: false,
    body: undefined,
    state: 'available',
    ...more,
  }
}
