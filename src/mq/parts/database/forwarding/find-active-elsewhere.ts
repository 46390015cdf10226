/** Finds out whether a request is about a queue manager whose active instance runs in another process. */
import { setTimeout as delay } from 'node:timers/promises'
import type { ActiveInstanceInfo, QueueManager } from '../../../manager/index.ts'
import { findGatewayName, type RestContext } from '../../../web/context/rest-context.ts'
import type { ActiveElsewhere, ForwardedContext } from '../../../web/context/web-part.ts'
import { RestError } from '../../../web/errors/rest-error.ts'
import type { Caller } from '../../../web/identity/roles.ts'
import { forwardedCallerHeader, verifyCaller } from './forwarded-caller.ts'

/** How long a request waits for the name of the active instance from a database that may not answer. */
const maxLookupMs = 1_000

/** Returns the queue manager that serves the request: the one in the path, or the gateway to it, if either is here. */
function findServingManager(
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
function lookUpActiveInstance(manager: Pick<QueueManager, 'findActive'>): Promise<ActiveInstanceInfo | undefined> {
  const lookup = manager.findActive().catch(() => undefined)
  return Promise.race([lookup, delay(maxLookupMs, undefined, { ref: false })])
}

/** Returns whether another process serves a queue manager that does not run here. Never rejects. */
export async function isServedElsewhere(manager: QueueManager): Promise<boolean> {
  if (!manager.isShared) return false
  const active = await lookUpActiveInstance(manager)
  return active !== undefined && !active.isHere
}

/**
 * Authenticates a request that the MQ web server of another instance has forwarded, and returns the caller. That server has
 * authenticated the caller and checked origin and CSRF header; this one checks the roles and everything below. Throws MQWB0104E
 * (401) for a header that the sender could not sign, MQWB0046E (503) when the active instance is no longer here. The request is
 * never forwarded again.
 */
export async function authenticateForwarded(
  context: ForwardedContext,
  application: 'rest' | 'console',
): Promise<Caller> {
  const { request, path } = context
  const manager = findServingManager(context)
  if (!manager?.isShared) throw new RestError('MQWB0104E', [path])
  const active = await manager.findActive().catch(() => undefined)
  if (!active?.isHere || manager.state !== 'running')
    throw new RestError('MQWB0046E', [manager.name], { headers: { 'Retry-After': '1' } })

  const signed = { instance: active.id, queueManager: manager.name, application }
  const [method, target] = [request.method as string, request.url as string]
  const signedCaller = String(request.headers[forwardedCallerHeader])
  const caller = verifyCaller(signedCaller, { ...signed, method, target }, active.secret)
  if (!caller) throw new RestError('MQWB0104E', [path])
  return caller
}
