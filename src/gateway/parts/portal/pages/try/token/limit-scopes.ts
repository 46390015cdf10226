/** Scopes of queues that the reader limits to some queues before a token is requested. */
import { t } from '../../../../../../shared/ui/text/t.ts'
import { parseQueueScope, queueActions } from '../../../../../contract/access/queue-scope.ts'

export function isQueueScope(scope: string): boolean {
  return queueActions.some((each) => each === scope)
}

/** Returns the scopes to request: those of queues only for the queues of a text such as `QM1/ORDERS.*`, which is empty for all. */
export function limitScopes(scopes: readonly string[], queues: string): readonly string[] {
  const limit = queues.trim()
  return limit === '' ? scopes : scopes.map((scope) => (isQueueScope(scope) ? `${scope}:${limit}` : scope))
}

/** Returns what the text does, in words. */
export function describeLimit(queues: string): string {
  const limit = parseQueueScope(`${queueActions[0]}:${queues.trim()}`)
  if (!limit) return t('A queue manager and a queue, such as QM1/ORDERS.*. Without them, the token opens all queues.')
  return t('The token opens the queues {queue} of the queue manager {manager} only.', {
    queue: limit.queue,
    manager: limit.qmgr,
  })
}
