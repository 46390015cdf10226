/** The operations of an API that transfer messages of queues and topics. */
import type { Api, Operation } from '../../../config/types/index.ts'
import { listMessageActions } from '../../../contract/access/message-operations.ts'

export interface MessageOperation {
  operation: Operation
  /** What a client does with the messages. */
  action: 'send' | 'receive'
}

/** Returns the operations whose paths are those of messages. Their scopes say what a client does. */
export function findMessageOperations(api: Api): MessageOperation[] {
  return api.operations.flatMap((operation) => listMessageActions(operation).map((action) => ({ operation, action })))
}
