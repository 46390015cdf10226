/** One resource at work: the gate, what its handler answers, and the edge that writes it. */
import type { IncomingMessage } from 'node:http'

import type { HttpResponse } from '../../http/http-response.ts'
import { createRestContext } from '../context/create-rest-context.ts'
import type { RestDialect } from '../context/rest-dialect.ts'
import type { RestRoute } from '../context/rest-route.ts'
import type { RestServices } from '../context/rest-services.ts'
import type { RestVersion } from '../context/rest-version.ts'
import { RestError } from '../errors/rest-error.ts'
import { type AuthorizedCaller, authorizeRequest } from './authorize-request.ts'
import { renderCorsHeaders } from './cors.ts'
import { runInErrorBoundary } from './error-boundary.ts'

/** A request that a route has taken, its path split from its query and the names in it decoded. */
export interface MatchedRequest {
  request: IncomingMessage
  response: HttpResponse
  path: string
  /** What follows the question mark. */
  search: string
  params: Readonly<Record<string, string>>
}

/** Answers the requests of one route. The promise never rejects. */
export type RouteListener = (routed: MatchedRequest) => Promise<void>

/** Where routes are mounted: how they speak, and whose roles they ask for. */
export interface RouteMount {
  dialect: RestDialect
  version: RestVersion
  application: 'rest' | 'console'
}

export function createRouteListener(
  [, , , access, handler]: RestRoute,
  place: RouteMount,
  services: RestServices,
): RouteListener {
  const { dialect, version, application } = place
  return function serve(routed) {
    const { request, response, path } = routed
    const cors = renderMountCorsHeaders(place, request, services)
    const handle = ({ caller, principal }: AuthorizedCaller) => {
      requireDecodable(path)
      return handler(createRestContext({ ...routed, dialect, version, caller, principal, services }))
    }
    const work = () => {
      const admission = authorizeRequest(request, path, access, dialect, services, application)
      return admission instanceof Promise ? admission.then(handle) : handle(admission)
    }
    return runInErrorBoundary(request, response, services, work, cors)
  }
}

/** The pages of other origins may call the REST API where that is allowed, and never what is behind the console. */
export function renderMountCorsHeaders(
  { application, dialect }: Omit<RouteMount, 'version'>,
  request: IncomingMessage,
  services: RestServices,
): ReturnType<typeof renderCorsHeaders> {
  if (application === 'console') return undefined
  return renderCorsHeaders(request, services.settings().properties, dialect)
}

/** The router hands over what it cannot decode as it stands; a name like that means nothing. */
function requireDecodable(path: string): void {
  if (!path.includes('%')) return
  try {
    decodeURIComponent(path)
  } catch (cause) {
    throw new RestError('MQWB0011E', [path], { cause })
  }
}
