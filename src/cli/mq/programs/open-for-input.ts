/** Opens a queue for the input that the open options of a sample program state. */
import { MqiCallError, type ProgramConnection } from '../../../runtime/mq/index.ts'
import { findInputSharing } from './mqi-options.ts'

const getInhibited = 2016

/**
 * Keeps the queue open for input until the connection ends. Without an option for input, checks only that the queue exists.
 * Resolves with the call that gets its messages. Rejects with reason code 2042 when the queue is in use. An inhibited queue
 * can be opened, and its gets fail.
 */
export async function openForInput(
  connection: ProgramConnection,
  queue: string,
  options: number,
): Promise<ProgramConnection['getNext']> {
  const sharing = findInputSharing(options)
  try {
    if (sharing) {
      await connection.openInput(queue, sharing)
      return (selection) => connection.getNext(selection)
    }
    await connection.list(queue, { limit: 0 })
  } catch (error) {
    if (!(error instanceof MqiCallError) || error.reasonCode !== getInhibited) throw error
  }
  return (selection) => connection.get(queue, selection)
}
