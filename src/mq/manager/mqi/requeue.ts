/** Moves messages that an application cannot process to the backout queue (BOQNAME) or the dead-letter queue. */
import type { MessageDraft, MessageUnitOfWork } from '../persistence/message-persistence.ts'
import type { Queue } from '../queues/queue.ts'
import { addDeadLetterHeader } from '../routing/message-headers.ts'
import type { RunningQueueManager } from '../running/running-queue-manager.ts'
import type { RequeuedMessage } from '../types/connection.ts'
import { MqError } from '../types/errors.ts'
import type { Message } from '../types/message.ts'
import { serializeProperties } from './build-message.ts'

/**
 * Puts a copy of a message from `from` on one of the two queues in the unit of work, with the authority of the queue
 * manager. Resolves with the name of the queue, or undefined when neither queue exists and accepts the message.
 */
export async function requeueMessage(
  running: RunningQueueManager,
  { from, message, reason = 2362 }: RequeuedMessage,
  unitOfWork: MessageUnitOfWork,
): Promise<string | undefined> {
  const draft = draftOf(message, running.clock())
  const backoutQueue = findQueue(running, running.objects.find('queue', from)?.attributes.BOQNAME)
  if (backoutQueue && (await tryPut(running, backoutQueue, draft, unitOfWork))) return backoutQueue.name

  const deadLetterQueue = findQueue(running, running.attribute('DEADQ'))
  if (!deadLetterQueue) return undefined
  const dead = addDeadLetterHeader(draft, { reason, queue: from, manager: running.name })
  return (await tryPut(running, deadLetterQueue, dead, unitOfWork)) ? deadLetterQueue.name : undefined
}

/** Finds the queue of an attribute; one that is blank or not there names none. */
function findQueue(running: RunningQueueManager, name: unknown): Queue | undefined {
  return running.queues.find(String(name ?? ''))
}

async function tryPut(
  running: RunningQueueManager,
  queue: Queue,
  draft: MessageDraft,
  unitOfWork: MessageUnitOfWork,
): Promise<boolean> {
  try {
    await running.delivery.put([{ queue, draft }], unitOfWork)
    return true
  } catch (error) {
    if (error instanceof MqError) return false
    throw error
  }
}

function draftOf(message: Message, now: number): MessageDraft {
  const { format, priority, putAt, userId, applicationName, ccsid } = message
  const { replyTo, group, amqp, publication, properties } = message
  return {
    body: message.body,
    persistent: message.persistence === 'persistent',
    messageId: message.messageId,
    correlationId: message.correlationId.some((byte) => byte !== 0) ? message.correlationId : undefined,
    expiresAt: message.expiry === undefined ? undefined : now + message.expiry,
    descriptor: {
      format,
      priority,
      putAt,
      userId,
      applicationName,
      ccsid,
      backoutCount: 0,
      replyTo,
      group,
      amqp,
      publication,
      properties: Object.keys(properties).length > 0 ? serializeProperties(properties) : undefined,
    },
  }
}
