/**
 * Authorizes a request before its handler runs. The checks are, in this order: the origin of a change, the
 * authentication, the CSRF header, the role. An unauthenticated caller cannot find out which resources exist.
 */
import type { IncomingMessage } from 'node:http'
import { isCrossOrigin } from '../../../shared/http/request/cross-origin.ts'
import type { Principal } from '../../manager/index.ts'
import type { RestServices, RouteAccess } from '../context/rest-context.ts'
import type { RestDialect } from '../context/rest-dialect.ts'
import { RestError } from '../errors/rest-error.ts'
import { type Caller, createAnonymousCaller, findPrincipal, type Role } from '../identity/roles.ts'
import { isAllowedOrigin } from './cors.ts'

/** The authenticated caller, and the principal that the queue manager checks. */
export type AuthorizedCaller = { caller: Caller; principal: Principal }

/** Returns the authorized caller, as a promise when a registry has to be asked. Throws `RestError` 401 or 403. */
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
    if (caller.mechanism === 'none' && caller.roles.size === 0) throw new RestError('MQWB0104E', [path])
    requireCsrfHeader(request, dialect, services)
    return authorizeCaller(caller, access, services, path)
  }
  const caller = services.authenticator.authenticate(request, path, application)
  return caller instanceof Promise ? caller.then(check) : check(caller)
}

/** Returns the principal of an authenticated caller. Throws 401 or 403 when the caller has none of the roles. */
export function authorizeCaller(
  caller: Caller,
  access: RouteAccess,
  services: RestServices,
  path: string,
): AuthorizedCaller {
  if (typeof access === 'string') return { caller, principal: caller.principal }
  return { caller, principal: requireRole(caller, access, services, path) }
}

const stranger = createAnonymousCaller(new Set())
const changing = new Set(['POST', 'PATCH', 'DELETE', 'PUT'])

/**
 * Throws MQWB0114E for a change that a page of another origin sends. Pages of this server, pages that CORS allows
 * and clients without a page may send changes. A login counts as a change, so that another site cannot sign a
 * user in as someone else.
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
  if (!isCrossOrigin(request, isAllowed)) return
  throw new RestError('MQWB0114E', [path, request.headers.origin ?? 'another site'])
}

/** Throws MQWB0100E when a request that changes something lacks the CSRF header. Every value is accepted. */
function requireCsrfHeader(request: IncomingMessage, dialect: RestDialect, services: RestServices): void {
  if (!changing.has(request.method as string)) return
  if (request.headers[dialect.lowerCaseHeaders.csrf] !== undefined) return
  if (!services.settings().properties.mqRestCsrfValidation) return
  throw new RestError('MQWB0100E', [dialect.headers.csrf])
}

/** Returns the principal for the first of the `allowed` roles. Throws 401 without authentication, 403 without role. */
function requireRole(caller: Caller, allowed: readonly Role[], services: RestServices, path: string): Principal {
  const principal = findPrincipal(caller, allowed, services.serverPrincipal)
  if (principal) return principal
  if (caller.mechanism === 'none') throw new RestError('MQWB0104E', [path])
  throw new RestError('MQWB0108E', [caller.name, allowed.map((role) => `'${role}'`).join(', ')])
}
