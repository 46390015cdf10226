/** Finds out whether a request is about a queue manager whose active instance runs in another process. */
import { setTimeout as delay } from 'node:timers/promises'
import type { ActiveInstanceInfo, QueueManager } from '../../qm/index.ts'
import { findGatewayName } from '../context/gateway.ts'
import type { ActiveElsewhere } from '../context/request-forwarder.ts'
import type { RestContext } from '../context/rest-context.ts'

/** How long a request waits for the name of the active instance from a database that may not answer. */
const maxLookupMs = 1_000

/**
 * Returns the queue manager that serves the request: the one in the path, or the gateway to it. Undefined when the
 * installation has neither.
 */
export function findServingManager(
  context: Pick<RestContext, 'params' | 'services' | 'request' | 'dialect'>,
): QueueManager | undefined {
  const { installation } = context.services
  return installation.find(context.params.qmgr as string) ?? installation.find(findGatewayName(context) ?? '')
}

/** Returns the active instance in another process, or undefined when this process serves the request. */
export function findActiveElsewhere(context: RestContext): Promise<ActiveElsewhere | undefined> | undefined {
  const manager = findServingManager(context)
  if (!manager?.isShared || manager.state === 'running') return undefined
  // Without an active instance, the handler reports that the queue manager does not run here.
  return lookUpActiveInstance(manager).then((active) => (active && !active.isHere ? { manager, active } : undefined))
}

/** Returns the active instance; undefined when there is none, or when the database does not answer soon. Never rejects. */
export function lookUpActiveInstance(
  manager: Pick<QueueManager, 'findActive'>,
): Promise<ActiveInstanceInfo | undefined> {
  const lookup = manager.findActive().catch(() => undefined)
  return Promise.race([lookup, delay(maxLookupMs, undefined, { ref: false })])
}
