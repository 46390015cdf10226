/** Serves the requests at and below the paths of mounts: OAuth providers and developer portals. */
import type { IncomingMessage } from 'node:http'

import { renderTraceparent, type TraceContext } from '../../../lib/headers/trace-context.ts'
import type { RequestTracing } from '../../../telemetry/tracing/index.ts'
import type { FindMount } from '../mounts/mounts.ts'
import type { GatewayMiddleware } from './gateway-middleware.ts'

/**
 * Hands a request to the mount of its target. Requests without a mount or without a Host header go to the next
 * middleware: the data plane rejects requests without a Host header (RFC 9112 section 3.2).
 */
export function serveMount(findMount: FindMount, tracing: RequestTracing | undefined): GatewayMiddleware {
  return function serveMount({ req, res, state: { requestId } }, next) {
    const mount = findMount(req.url as string)
    if (!mount || req.headers.host === undefined) return next()

    req.headers['x-request-id'] = requestId // in the place of an id that the caller sent
    res.setHeader('X-Request-Id', requestId)
    if (tracing) tracing.traceRequest(req, res, (trace) => mount.handle(setTraceparent(req, trace), res))
    else mount.handle(req, res)
    return undefined
  }
}

/** Replaces the `traceparent` of the caller by the span of the request. */
function setTraceparent(request: IncomingMessage, trace: TraceContext): IncomingMessage {
  request.headers.traceparent = renderTraceparent(trace)
  return request
}
