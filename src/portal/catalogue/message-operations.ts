/** The operations of an API that transfer messages of queues and topics. */
import type { Api, Operation } from '../../config/types/index.ts'

export interface MessageOperation {
  operation: Operation
  /** What a client does with the messages. */
  action: 'send' | 'receive'
}

/** Returns the operations whose paths are those of messages. Their scopes say what a client does. */
export function findMessageOperations(api: Api): MessageOperation[] {
  return api.operations.flatMap((operation): MessageOperation[] => {
    if (!/\/(?:message|batch|lease|stream)$/.test(operation.path)) return []
    const scopes = operation.security.flatMap(({ all }) => all.flatMap((each) => each.scopes))
    if (scopes.includes('mq.put')) return [{ operation, action: 'send' }]
    const receives = scopes.includes('mq.get') || scopes.includes('mq.browse')
    return receives ? [{ operation, action: 'receive' }] : []
  })
}
