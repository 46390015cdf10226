/**
 * Serves the requests of one route: authorizes the request, runs the handler and writes its response in the error
 * boundary.
 */
import type { IncomingMessage } from 'node:http'

import type { HttpResponse } from '../../http/message/http-response.ts'
import { createRestContext } from '../context/create-rest-context.ts'
import type { RestDialect } from '../context/rest-dialect.ts'
import type { RestRoute } from '../context/rest-route.ts'
import type { RestServices } from '../context/rest-services.ts'
import type { RestVersion } from '../context/rest-version.ts'
import { RestError } from '../errors/rest-error.ts'
import { authenticateForwarded } from '../forwarding/authenticate-forwarded.ts'
import { findActiveElsewhere } from '../forwarding/find-active-elsewhere.ts'
import { forwardedCallerHeader } from '../forwarding/forwarded-caller.ts'
import { type AuthorizedCaller, authorizeCaller, authorizeRequest } from './authorize-request.ts'
import { renderCorsHeaders } from './cors.ts'
import { restoreDotSegments } from './dot-segments.ts'
import { runInErrorBoundary } from './error-boundary.ts'

/** A request that matches a route, with the path separated from the query and decoded path parameters. */
export interface MatchedRequest {
  request: IncomingMessage
  response: HttpResponse
  path: string
  /** The query string without the question mark. */
  search: string
  params: Readonly<Record<string, string>>
}

/** Serves one request. The promise never rejects. */
export type RouteListener = (matched: MatchedRequest) => Promise<void>

/** How a table of routes is mounted: the dialect, the version, and the application whose role bindings apply. */
export interface RouteMount {
  dialect: RestDialect
  version: RestVersion
  application: 'rest' | 'console'
}

export function createRouteListener(
  [, template, , access, handler, mark]: RestRoute,
  mount: RouteMount,
  services: RestServices,
): RouteListener {
  const { dialect, version, application } = mount
  const compresses = mark === undefined || mark === 'this instance'
  const forwards = template.includes('/:qmgr') && mark !== 'this instance'
  return function handleRequest(matched) {
    const { request, response, path } = matched
    const cors = renderMountCorsHeaders(mount, request, services)
    const isForwarded = request.headers[forwardedCallerHeader] !== undefined
    const params = application === 'console' ? restoreDotSegments(matched.params) : matched.params
    const handle = ({ caller, principal }: AuthorizedCaller) => {
      requireDecodable(path)
      const fields = { ...matched, params, dialect, version, caller, principal, services }
      const context = createRestContext(fields)
      const finding = forwards && !isForwarded ? findActiveElsewhere(context) : undefined
      if (!finding) return handler(context)
      return finding.then((elsewhere) =>
        elsewhere ? services.forwarder.forward(context, application, elsewhere) : handler(context),
      )
    }
    const work = () => {
      const admission =
        isForwarded && forwards
          ? authenticateForwarded({ request, params, path, dialect, services }, application).then((caller) =>
              authorizeCaller(caller, access, services, path),
            )
          : authorizeRequest(request, path, access, dialect, services, application)
      return admission instanceof Promise ? admission.then(handle) : handle(admission)
    }
    return runInErrorBoundary(request, response, services, work, cors, { compresses })
  }
}

/**
 * Returns the CORS headers of a response; undefined when none apply. The resources of the console never allow
 * CORS.
 */
export function renderMountCorsHeaders(
  { application, dialect }: Omit<RouteMount, 'version'>,
  request: IncomingMessage,
  services: RestServices,
): ReturnType<typeof renderCorsHeaders> {
  if (application === 'console') return undefined
  return renderCorsHeaders(request, services.settings().properties, dialect)
}

/**
 * Throws MQWB0011E for a path that is not valid percent-encoded UTF-8. The router passes such path parameters on
 * undecoded.
 */
function requireDecodable(path: string): void {
  if (!path.includes('%')) return
  try {
    decodeURIComponent(path)
  } catch (cause) {
    throw new RestError('MQWB0011E', [path], { cause })
  }
}
