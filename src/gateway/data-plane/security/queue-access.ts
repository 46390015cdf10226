/** Finds the queue of a call and compares it with the scopes that are limited to queues: `mq.put:QM1/ORDERS.*`. */
import type { Operation } from '../../config/types/index.ts'
import { compileNames, matchesName, parseQueueScope } from '../../contract/access/queue-scope.ts'
import type { SecuredCall } from './security-type.ts'

/** The queue that a call names; the queue is undefined for a command, which names objects in its body. */
export interface NamedQueue {
  qmgr: string
  queue: string | undefined
}

/** The limits of an action: the pattern of a queue manager, and the comparison with the queues for it. */
type ActionLimits = readonly (readonly [qmgr: string, allows: (queue: string) => boolean])[]

/** Tokens with equal scopes share one set of scopes, so that each set is parsed once. */
const limitsBySet = new WeakMap<Iterable<string>, ReadonlyMap<string, ActionLimits>>()

/** Returns the queue of a call, or undefined when the operation has no `x-queue-access`. */
export function findNamedQueue({ route }: Pick<SecuredCall, 'route'>): NamedQueue | undefined {
  const { operation, parameterNames } = route.requireEndpoint()
  const access = operation.queueAccess
  if (!access) return undefined
  const read = (name: string) => decodeURIComponent(route.parameters[parameterNames.indexOf(name)] ?? '')
  return { qmgr: read(access.qmgr), queue: access.queue === undefined ? undefined : read(access.queue) }
}

/** Returns the scopes that a call needs: those of the operation, or others for its value of the query parameter `mode`. */
export function findDemandedScopes({ route, target }: SecuredCall, scopes: readonly string[]): readonly string[] {
  const modes = route.endpoint?.operation.queueAccess?.modes
  if (!modes || target.search === '') return scopes
  const asked = new URLSearchParams(target.search).getAll('mode')
  const others = asked.flatMap((mode) => modes.get(mode) ?? [])
  return asked.length === 1 && others.length === 1 ? others : [...scopes, ...others]
}

/** Returns whether scopes that are limited to queues include the queue of a call. */
export function opensQueue(call: SecuredCall, scopes: Iterable<string> & object, action: string): boolean {
  const named = findLimits(scopes).has(action) ? findNamedQueue(call) : undefined
  return named !== undefined && allowsQueue(scopes, action, named)
}

/**
 * Returns whether scopes allow an action on a queue. For a command, whose queue is undefined, any limit of the queue
 * manager passes, and the guard of the operation compares the object.
 */
export function allowsQueue(scopes: Iterable<string> & object, action: string, { qmgr, queue }: NamedQueue): boolean {
  const limits = findLimits(scopes).get(action) ?? []
  return limits.some(([manager, allows]) => matchesName(manager, qmgr) && (queue === undefined || allows(queue)))
}

/** Returns an addition to the demanded scopes for a token that is limited to other queues, or an empty text. */
export function describeQueueLimits(granted: readonly string[], operation: Operation | undefined): string {
  const isLimited = operation?.queueAccess && granted.some((scope) => parseQueueScope(scope) !== undefined)
  return isLimited ? ', for all queues or for the one in the path of the call' : ''
}

function findLimits(scopes: Iterable<string> & object): ReadonlyMap<string, ActionLimits> {
  let limits = limitsBySet.get(scopes)
  if (!limits) {
    const parsed = [...scopes].flatMap((scope) => parseQueueScope(scope) ?? [])
    const byAction = [...Map.groupBy(parsed, ({ action }) => action)].map(([action, all]) => {
      const byManager = [...Map.groupBy(all, ({ qmgr }) => qmgr)]
      return [
        action,
        byManager.map(([qmgr, each]) => [qmgr, compileNames(each.map(({ queue }) => queue))] as const),
      ] as const
    })
    limits = new Map(byAction)
    limitsBySet.set(scopes, limits)
  }
  return limits
}
