/** Replies to the program that waits for the end of a transfer. */
import type { Connection, UnitOfWork } from '../../qm/index.ts'
import type { AgentReply, ReplyAddress } from '../types/command.ts'
import { formats } from '../types/names.ts'
import type { TransferEvent } from '../types/publications.ts'

/** The number of different reasons of failed items that a reply has. */
const maxReasons = 10

/** Puts the reply in the unit of work that ends the transfer. `failures` are the reasons for which items failed. */
export async function replyAtEnd(
  connection: Connection,
  target: ReplyAddress,
  { id, state, description }: Pick<TransferEvent, 'id' | 'state' | 'description'>,
  failures: readonly string[],
  unitOfWork: UnitOfWork,
): Promise<void> {
  const reasons = [...new Set(failures)].filter((each) => each !== description).slice(0, maxReasons)
  const reply: AgentReply = {
    accepted: true,
    text: [description, ...reasons].join('\n'),
    transfer: id,
    state,
  }
  const message = {
    body: Buffer.from(JSON.stringify(reply)),
    format: formats.reply,
    correlationId: Buffer.from(id, 'hex'),
    persistence: 'nonPersistent' as const,
  }
  // The program that asked may have ended, and its queue with it.
  await connection.put(target, message, { unitOfWork }).catch(() => undefined)
}
