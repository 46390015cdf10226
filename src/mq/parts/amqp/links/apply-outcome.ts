/** Applies what a client says about a message that it received: its outcome, alone or within a transaction. */
import type { Message, UnitOfWork } from '../../../manager/index.ts'
import type { DeliveryState, Outcome } from '../protocol/states.ts'
import type { LinkContext } from './link-context.ts'

/** A message that was sent to a client, and not settled. */
export interface DeliveredMessage {
  readonly message: Message
  /** The unit of work in which the message was got. */
  readonly unitOfWork: UnitOfWork
  /** The queue on which the message was. */
  readonly queue: string
}

/** MQFB_APPL_CANNOT_BE_STARTED and so on are for queue managers; 65,536 is the first feedback code of applications. */
const rejectedByApplication = 65_536

/** Applies the outcome to all messages: accepted ones in one commit; without an outcome, they are released. */
export async function applyOutcome(
  { outcome = { kind: 'released' }, transaction }: DeliveryState,
  delivered: readonly DeliveredMessage[],
  context: LinkContext,
): Promise<void> {
  if (outcome.kind === 'accepted' && transaction === undefined) {
    const [first, ...others] = delivered.map(({ unitOfWork }) => unitOfWork)
    await first?.commit(others)
    return
  }
  for (const message of delivered) {
    const { unitOfWork } = message
    if (outcome.kind === 'accepted') context.transactions.find(transaction as string).absorb(unitOfWork)
    else if (isRejection(outcome)) await setAside(message, context)
    else await unitOfWork.backout({ countsBackout: outcome.deliveryFailed === true })
  }
}

/** Moves a message at BOTHRESH to the backout or dead-letter queue. False when below, or when no queue accepts it. */
export async function requeueIfBackedOut(received: DeliveredMessage, context: LinkContext): Promise<boolean> {
  const { message, queue, unitOfWork } = received
  const threshold = Number(context.host.findObject('queue', queue)?.attributes.BOTHRESH ?? 0)
  if (threshold === 0 || message.backoutCount < threshold) return false
  const target = await context.connection.requeue({ from: queue, message }, unitOfWork)
  if (target === undefined) return false
  await unitOfWork.commit()
  context.host.log.warn({ queue, target, backoutCount: message.backoutCount }, 'a message reached BOTHRESH')
  return true
}

/** A message that the client will never accept must not come back to it. */
function isRejection({ kind, undeliverableHere }: Outcome): boolean {
  return kind === 'rejected' || (kind === 'modified' && undeliverableHere === true)
}

/** Moves a rejected message to the backout queue or the dead-letter queue, or gives it back when there is neither. */
async function setAside({ message, queue, unitOfWork }: DeliveredMessage, context: LinkContext): Promise<void> {
  const requeued = { from: queue, message, reason: rejectedByApplication }
  const target = await context.connection.requeue(requeued, unitOfWork)
  if (target !== undefined) {
    await unitOfWork.commit()
    return
  }
  const text = 'a rejected message went back to its queue: neither BOQNAME nor DEADQ takes it'
  context.host.log.warn({ queue }, text)
  await unitOfWork.backout()
}
