/** Moves, copies or deletes several messages of a queue in one unit of work. */
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
