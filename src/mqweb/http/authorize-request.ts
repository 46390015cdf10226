/**
 * What stands before every resource, in this order: the origin of what changes something, who calls, the CSRF header,
 * the role. The resource itself comes
 * after, so that nobody learns what exists before the server knows who asks.
 */

import type { IncomingMessage } from 'node:http'

import { isFromOtherOrigin } from '../../http/request-origin.ts'
import type { Principal } from '../../qm/index.ts'
import type { RestDialect } from '../context/rest-dialect.ts'
import type { RouteAccess } from '../context/rest-route.ts'
import type { RestServices } from '../context/rest-services.ts'
import { RestError } from '../errors/rest-error.ts'
import { type Caller, createAnonymousCaller } from '../identity/caller.ts'
import { findPrincipal, type Role } from '../identity/roles.ts'
import { isAllowedOrigin } from './cors.ts'

/** Who was let in, and as whom the queue manager acts for it. */
export interface AuthorizedCaller {
  caller: Caller
  principal: Principal
}

/** Throws, or rejects with, the 401 or 403 of what is missing. At once where nobody has to be asked. */
export function authorizeRequest(
  request: IncomingMessage,
  path: string,
  access: RouteAccess,
  dialect: RestDialect,
  services: RestServices,
  application: 'rest' | 'console' = 'rest',
): AuthorizedCaller | Promise<AuthorizedCaller> {
  requireOwnOrigin(request, path, services, application)
  if (access === 'open') return { caller: stranger, principal: stranger.principal }

  const check = (caller: Caller): AuthorizedCaller => {
    requireAuthentication(caller, path)
    requireCsrfHeader(request, dialect, services)
    if (access === 'signedIn') return { caller, principal: caller.principal }
    return { caller, principal: requireRole(caller, access, services, path) }
  }
  const caller = services.authenticator.authenticate(request, path, application)
  return caller instanceof Promise ? caller.then(check) : check(caller)
}

const stranger = createAnonymousCaller(new Set())
const changing = new Set(['POST', 'PATCH', 'DELETE', 'PUT'])

/**
 * A request that changes something may come from a page of this server, from a page that CORS allows, or from no page.
 * A log-in counts as a change: nobody is signed in as somebody else by the page of another site.
 */
function requireOwnOrigin(
  request: IncomingMessage,
  path: string,
  services: RestServices,
  application: 'rest' | 'console',
): void {
  if (!changing.has(request.method as string)) return
  const isAllowed = (origin: string) =>
    application === 'rest' && isAllowedOrigin(origin, services.settings().properties)
  if (!isFromOtherOrigin(request, isAllowed)) return
  throw new RestError('MQWB0114E', [path, String(request.headers.origin ?? 'another site')])
}

/** The CSRF rule: a request that changes something carries the header, whatever its value. */
export function requireCsrfHeader(
  request: IncomingMessage,
  dialect: RestDialect,
  services: RestServices,
): void {
  if (!changing.has(request.method as string)) return
  if (request.headers[dialect.lowerCaseHeaders.csrf] !== undefined) return
  if (!services.settings().properties.mqRestCsrfValidation) return
  throw new RestError('MQWB0100E', [dialect.headers.csrf])
}

/** As whom the call acts. Throws 401 for nobody and 403 for somebody without one of the roles. */
export function requireRole(
  caller: Caller,
  allowed: readonly Role[],
  services: RestServices,
  path: string,
): Principal {
  const principal = findPrincipal(caller, allowed, services.serverPrincipal)
  if (principal) return principal
  if (caller.mechanism === 'none') throw new RestError('MQWB0104E', [path])
  throw new RestError('MQWB0108E', [caller.name, allowed.map((role) => `'${role}'`).join(', ')])
}

/** A request to which no role gives access still comes from somebody. */
export function requireAuthentication(caller: Caller, path: string): void {
  if (caller.mechanism === 'none' && caller.roles.size === 0) throw new RestError('MQWB0104E', [path])
}
