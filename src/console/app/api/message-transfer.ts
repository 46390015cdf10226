/** Moves, copies or deletes several messages of a queue in one unit of work, and puts dead letters back. */
import { path } from '../../../ui/api/client.ts'
import { request } from './client.ts'

export type TransferAction = 'move' | 'copy' | 'delete'

export interface TransferRequest {
  action: TransferAction
  /** The queue that gets the messages; absent for `delete`. */
  target?: string
  messageIds: readonly string[]
}

export function transferMessages(manager: string, queue: string, body: TransferRequest): Promise<void> {
  return request('POST', path`qmgr/${manager}/queue/${queue}/messages/transfer`, { body })
}

export interface PutBackResult {
  /** The number of messages that were put back. */
  messages: number
  failures: readonly { messageId: string; error: { message: string } }[]
}

/**
 * Puts messages of a dead-letter queue on their queues, or all on `target`, as they were before their header. Those of
 * `failures` stay.
 */
export function putBackMessages(
  manager: string,
  queue: string,
  body: { messageIds: readonly string[]; target?: string },
): Promise<PutBackResult> {
  return request('POST', path`qmgr/${manager}/queue/${queue}/messages/put-back`, { body })
}
