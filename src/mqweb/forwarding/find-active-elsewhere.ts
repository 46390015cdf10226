/** Finds out whether a request is about a queue manager whose active instance runs in another process. */
import type { QueueManager } from '../../qm/index.ts'
import { findGatewayName } from '../admin/common/gateway.ts'
import type { ActiveElsewhere } from '../context/request-forwarder.ts'
import type { RestContext } from '../context/rest-context.ts'

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
  if (!manager?.isShared || !(manager.state === 'standby' || manager.state.startsWith('ended')))
    return undefined
  return manager.findActive().then(
    (active) => (active && !active.isHere ? { manager, active } : undefined),
    () => undefined, // the handler reports that the queue manager does not run here
  )
}
