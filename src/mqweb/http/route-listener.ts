/**
 * Serves the requests of one route: authorizes the request, runs the handler and writes its response in the error
 * boundary.
 */
import type { IncomingMessage } from 'node:http'
import { type MatchedRequest, RequestContext } from '../context/request-context.ts'
import type { RestResponse, RestRoute } from '../context/rest-context.ts'
import type { RestDialect } from '../context/rest-dialect.ts'
import type { RestServices } from '../context/rest-services.ts'
import type { RestVersion } from '../context/rest-version.ts'
import { RestError } from '../errors/rest-error.ts'
import { authenticateForwarded, findActiveElsewhere } from '../forwarding/find-active-elsewhere.ts'
import { forwardedCallerHeader } from '../forwarding/forwarded-caller.ts'
import { type AuthorizedCaller, authorizeCaller, authorizeRequest } from './authorize-request.ts'
import { renderCorsHeaders } from './cors.ts'
import { restoreDotSegments } from './dot-segments.ts'
import { runInErrorBoundary } from './error-boundary.ts'

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
  const { dialect, application } = mount
  const boundary = { compresses: mark === undefined || mark === 'this instance' }
  const forwards = template.includes('/:qmgr') && mark !== 'this instance'

  function serve(matched: MatchedRequest): RestResponse | Promise<RestResponse> {
    const { request, path } = matched
    if (forwards && request.headers[forwardedCallerHeader] !== undefined) return serveForwarded(matched)
    const admission = authorizeRequest(request, path, access, dialect, services, application)
    return admission instanceof Promise
      ? admission.then((authorized) => forwardOrHandle(matched, authorized))
      : forwardOrHandle(matched, admission)
  }

  async function serveForwarded(matched: MatchedRequest): Promise<RestResponse> {
    const caller = await authenticateForwarded({ ...matched, dialect, services }, application)
    return handler(openContext(matched, authorizeCaller(caller, access, services, matched.path)))
  }

  function forwardOrHandle(
    matched: MatchedRequest,
    authorized: AuthorizedCaller,
  ): RestResponse | Promise<RestResponse> {
    const context = openContext(matched, authorized)
    const finding = forwards ? findActiveElsewhere(context) : undefined
    if (!finding) return handler(context)
    return finding.then((elsewhere) =>
      elsewhere ? services.forwarder.forward(context, application, elsewhere) : handler(context),
    )
  }

  function openContext(matched: MatchedRequest, authorized: AuthorizedCaller): RequestContext {
    requireDecodable(matched.path)
    return new RequestContext(matched, mount, authorized, services)
  }

  return function handleRequest(received) {
    const matched = application === 'console' ? restoreNames(received) : received
    const { request, response } = matched
    const cors = renderMountCorsHeaders(mount, request, services)
    return runInErrorBoundary(request, response, services, () => serve(matched), cors, boundary)
  }
}

function restoreNames(matched: MatchedRequest): MatchedRequest {
  return { ...matched, params: restoreDotSegments(matched.params) }
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
