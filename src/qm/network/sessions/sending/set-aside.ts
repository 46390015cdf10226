/** Finds messages of a transmission queue that cannot be sent, and moves them to the dead-letter queue. */
import type { QueuedMessage } from '../../../messages/queued-message.ts'
import type { Queue } from '../../../queues/queue.ts'
import { addDeadLetterHeader, transmissionHeaderBytes } from '../../../routing/message-headers.ts'
import { reasonCodes } from '../../../types/errors.ts'
import { ChannelError } from '../../protocol/channel-error.ts'
import type { SessionDeps } from '../session-deps.ts'

export interface TransferProblem {
  /** The reason code or feedback code of the dead-letter header. */
  readonly reason: number
  readonly text: string
}

/** MQFB_XMIT_Q_MSG_ERROR. */
const notTransmittable = 271

/** Returns why a message cannot be sent, or undefined when it can. */
export function findTransferProblem(
  { descriptor, length }: QueuedMessage,
  maxMessageBytes: number,
): TransferProblem | undefined {
  if (descriptor.format !== 'MQXMIT' || length < transmissionHeaderBytes) {
    const text = `it has the format "${descriptor.format}" and no transmission header`
    return { reason: notTransmittable, text }
  }
  const bytes = length - transmissionHeaderBytes
  if (bytes <= maxMessageBytes) return undefined
  const text = `it has ${bytes} bytes, and MAXMSGL of the channel is ${maxMessageBytes}`
  return { reason: reasonCodes.MQRC_MSG_TOO_BIG_FOR_CHANNEL, text }
}

/** Moves a locked message to the dead-letter queue. Throws a `ChannelError` when it cannot, and unlocks the message. */
export async function setAside(
  queue: Queue,
  entry: QueuedMessage,
  problem: TransferProblem,
  { channel, usesDeadLetterQueue }: { channel: string; usesDeadLetterQueue: boolean },
  { attribute, delivery, log, manager, queues }: SessionDeps,
): Promise<void> {
  const name = String(attribute('DEADQ') ?? '')
  const deadLetterQueue = usesDeadLetterQueue && name !== '' ? queues.find(name) : undefined
  const id = entry.messageId.toString('hex')
  if (!deadLetterQueue) {
    queue.unlock(entry)
    const text = `message ${id} of ${queue.name} cannot be sent, because ${problem.text}, and there is no dead-letter queue for it`
    throw new ChannelError('PUT_FAILED', text)
  }
  const unit = delivery.beginUnitOfWork()
  try {
    const body = await delivery.get(queue, entry, unit)
    const { messageId, correlationId, expiresAt, descriptor, persistent } = entry
    const draft = { body, persistent, messageId, correlationId, expiresAt, descriptor }
    const dead = addDeadLetterHeader(draft, { reason: problem.reason, queue: queue.name, manager })
    await delivery.put([{ queue: deadLetterQueue, draft: dead }], unit)
    await unit.commit()
  } catch (error) {
    await unit.backout({ countsBackout: false })
    throw error
  }
  log.warn({ channel, message: id, queue: name }, `a message went to the dead-letter queue: ${problem.text}`)
}
