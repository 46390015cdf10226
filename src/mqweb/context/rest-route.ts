/** A row of a table of REST resources. The REST API and the console have one table each. */
import type { Role } from '../identity/roles.ts'
import type { RestHandler } from './rest-context.ts'

/**
 * Who may call a resource: everyone (`open`), every authenticated user (`signedIn`), or the users who have one of the
 * listed roles. The roles are listed with the most privileged first.
 */
export type RouteAccess = 'open' | 'signedIn' | readonly Role[]

/**
 * One resource: method, path template, versions of the API that have the resource, who may call it, and its handler.
 * A route with the mark `'fast path'` is served without the router. A route with the mark `'uncompressed'` never
 * compresses its responses, because they contain text of several parties. A route about a queue manager is forwarded
 * when the active instance runs on another machine, unless its mark is `'this instance'`.
 */
export type RestRoute = readonly [
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  versions: readonly (1 | 2 | 3)[],
  access: RouteAccess,
  handler: RestHandler,
  mark?: 'fast path' | 'uncompressed' | 'this instance',
]
