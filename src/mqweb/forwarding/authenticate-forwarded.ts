/**
 * Authenticates a request that the MQ web server of another instance has forwarded. That server has authenticated the
 * caller and checked origin and CSRF header; this one checks the roles and everything below.
 */
import type { RestContext } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'
import type { Caller } from '../identity/roles.ts'
import { findServingManager } from './find-active-elsewhere.ts'
import { forwardedCallerHeader, verifyCaller } from './forwarded-caller.ts'

type ForwardedContext = Pick<RestContext, 'params' | 'services' | 'request' | 'dialect' | 'path'>

/**
 * Returns the caller. Throws MQWB0104E (401) for a header that the sender could not sign, MQWB0046E (503) when the
 * active instance is no longer here. The request is never forwarded again.
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
  const caller = verifyCaller(
    String(request.headers[forwardedCallerHeader]),
    { ...signed, method, target },
    active.secret,
  )
  if (!caller) throw new RestError('MQWB0104E', [path])
  return caller
}
