/** Serves the requests of one route: authorizes, runs the handler and responds in the error boundary. */
import type { IncomingMessage } from 'node:http'
import type { HttpResponse } from '../../../shared/http/message/http-response.ts'
import { createDisconnectSignal } from '../../../shared/http/request/disconnect-signal.ts'
import type { MatchedRequest, RestContext, RestResponse, RestRoute, RestServices } from '../context/rest-context.ts'
import type { RestDialect, RestVersion } from '../context/rest-dialect.ts'
import type { RequestForwarding } from '../context/web-part.ts'
import { RestError } from '../errors/rest-error.ts'
import { type AuthorizedCaller, authorizeCaller, authorizeRequest } from './authorize-request.ts'
import { renderCorsHeaders } from './cors.ts'
import { restoreDotSegments } from './dot-segments.ts'
import { runInErrorBoundary } from './error-boundary.ts'

/** A request that matches a route, with the response that answers it. */
interface ReceivedRequest extends MatchedRequest {
  response: HttpResponse
}

/** Serves one request. The promise never rejects. */
export type RouteListener = (matched: ReceivedRequest) => Promise<void>

/** How a table of routes is mounted: the dialect, the version, and the application whose role bindings apply. */
export type RouteMount = { dialect: RestDialect; version: RestVersion; application: 'rest' | 'console' }

export function createRouteListener(
  [, template, , access, handler, mark]: RestRoute,
  mount: RouteMount,
  services: RestServices,
): RouteListener {
  const { dialect, application } = mount
  const boundary = { compresses: mark === undefined || mark === 'this instance' }
  const forwarding = template.includes('/:qmgr') && mark !== 'this instance' ? services.forwarding : undefined

  function serve(matched: ReceivedRequest): RestResponse | Promise<RestResponse> {
    const { request, path } = matched
    if (forwarding && request.headers[forwarding.callerHeader] !== undefined) return serveForwarded(forwarding, matched)
    const admission = authorizeRequest(request, path, access, dialect, services, application)
    return admission instanceof Promise
      ? admission.then((authorized) => forwardOrHandle(matched, authorized))
      : forwardOrHandle(matched, admission)
  }

  async function serveForwarded(by: RequestForwarding, matched: ReceivedRequest): Promise<RestResponse> {
    const caller = await by.authenticate({ ...matched, dialect, services }, application)
    return handler(openContext(matched, authorizeCaller(caller, access, services, matched.path), mount, services))
  }

  function forwardOrHandle(
    matched: ReceivedRequest,
    authorized: AuthorizedCaller,
  ): RestResponse | Promise<RestResponse> {
    const context = openContext(matched, authorized, mount, services)
    const finding = forwarding?.findActiveElsewhere(context)
    if (!forwarding || !finding) return handler(context)
    return finding.then((elsewhere) =>
      elsewhere ? forwarding.forward(context, application, elsewhere) : handler(context),
    )
  }

  return function handleRequest(received) {
    const matched = application === 'console' ? { ...received, params: restoreDotSegments(received.params) } : received
    const { request, response } = matched
    const cors = renderMountCorsHeaders(mount, request, services)
    return runInErrorBoundary(request, response, services, () => serve(matched), cors, boundary)
  }
}

/** Opens the context of an authorized request. Throws MQWB0011E (400) for a path that cannot be decoded. */
function openContext(
  { request, response, path, search, params }: ReceivedRequest,
  { caller, principal }: AuthorizedCaller,
  { dialect, version }: RouteMount,
  services: RestServices,
): RestContext {
  requireDecodable(path)
  let signal: AbortSignal | undefined
  return {
    request,
    path,
    search,
    params,
    dialect,
    version,
    caller,
    principal,
    services,
    // A getter in a literal costs each request 1 KiB; the signal costs two listeners, and only requests that wait need it.
    signal() {
      signal ??= createDisconnectSignal(response)
      return signal
    },
  }
}

/** Returns the CORS headers of a response; undefined when none apply. The resources of the console never allow CORS. */
export function renderMountCorsHeaders(
  { application, dialect }: Omit<RouteMount, 'version'>,
  request: IncomingMessage,
  services: RestServices,
): ReturnType<typeof renderCorsHeaders> {
  if (application === 'console') return undefined
  return renderCorsHeaders(request, services.settings().properties, dialect)
}

/** Throws MQWB0011E for a path that is not valid percent-encoded UTF-8, which the router passes on undecoded. */
function requireDecodable(path: string): void {
  if (!path.includes('%')) return
  try {
    decodeURIComponent(path)
  } catch (cause) {
    throw new RestError('MQWB0011E', [path], { cause })
  }
}
