/**
 * Builds the Koa application of the gateway. Its list of middleware is the dispatch table: the first middleware
 * that serves a request ends the list.
 *
 * The HTTP fast path is before it and passes calls of the data plane to the same pipeline. Koa itself writes
 * nothing to a response: providers, portals and the pipeline do.
 */
import type { IncomingMessage, RequestListener } from 'node:http'
import type { Middleware } from 'koa'
import Koa from 'koa'
import type { HttpResponse } from '../../../shared/http/message/http-response.ts'
import {
  buildProblemDetails,
  prefersProblemDetails,
  problemDetailsType,
} from '../../../shared/http/message/problem-details.ts'
import { createRequestId, renderTraceparent, type TraceContext } from '../../../shared/lib/headers/call-ids.ts'
import type { Log } from '../../../shared/lib/output/log.ts'
import { findPublicPlace, moveResponse } from '../../lib/http/public-place.ts'
import type { RequestTracing } from '../../telemetry/tracing/index.ts'
import type { FindMount } from './mounts.ts'

/** What the middleware of the gateway keep for one request. */
interface GatewayState {
  /** The value of `X-Request-Id` in the response. */
  requestId: string
}

/** A middleware of the gateway's Koa application. */
type GatewayMiddleware = Middleware<GatewayState>

export interface GatewayAppDeps {
  /** Finds the OAuth provider in use at a request target. */
  findProvider: FindMount
  /** Finds the developer portal in use at a request target. */
  findPortal: FindMount
  /** Serves a request with the pipeline of the data plane. */
  serveCall(request: Parameters<RequestListener>[0], response: HttpResponse, requestId: string): void
  /** Undefined when requests are not traced. */
  tracing: RequestTracing | undefined
  log: Log
}

/** Returns the listener for every request that does not take the fast path. It never throws. */
export function buildGatewayApp(deps: GatewayAppDeps): RequestListener {
  const { findProvider, findPortal, serveCall, tracing, log } = deps
  const app = new Koa<GatewayState>()
  // Providers, portals and the pipeline end a request whose connection fails. Koa would respond 500 and print the error.
  app.context.onerror = () => {}

  const assignRequestId: GatewayMiddleware = (ctx, next) => {
    ctx.state.requestId = createRequestId()
    return next()
  }
  const dataPlane: GatewayMiddleware = ({ req, res, state }) => serveCall(req, res, state.requestId)

  app.use(assignRequestId)
  app.use(errorBoundary(log))
  app.use(serveMount(findProvider, tracing))
  app.use(serveMount(findPortal, tracing))
  app.use(dataPlane)
  return app.callback()
}

const fault = 'The gateway failed to serve the request'
const body = JSON.stringify({ httpCode: '500', httpMessage: 'Internal Server Error', moreInformation: fault })
const problem = JSON.stringify(buildProblemDetails(500, fault))

/** Responds with 500 when a middleware throws, and logs it. Breaks off begun responses. Koa itself writes none. */
function errorBoundary(log: Log): GatewayMiddleware {
  return async function errorBoundary(ctx, next) {
    ctx.respond = false
    try {
      await next()
    } catch (error) {
      const { requestId } = ctx.state
      log.error({ err: error, requestId }, 'a request was not served because of a defect')
      if (ctx.res.headersSent) return void ctx.res.destroy()
      const isProblem = prefersProblemDetails(ctx.req.headers.accept)
      const type = isProblem ? problemDetailsType : 'application/json'
      ctx.res.writeHead(500, { 'Content-Type': type, 'X-Request-Id': requestId }).end(isProblem ? problem : body)
    }
  }
}

/** Hands a request to its mount. Others, and those without Host (RFC 9112 section 3.2), go to the data plane. */
function serveMount(findMount: FindMount, tracing: RequestTracing | undefined): GatewayMiddleware {
  return function serveMount({ req, res, state: { requestId } }, next) {
    const mount = findMount(req.url as string)
    if (!mount || req.headers.host === undefined) return next()

    req.headers['x-request-id'] = requestId // in the place of an id that the caller sent
    res.setHeader('X-Request-Id', requestId)
    const place = findPublicPlace(req)
    if (place) moveResponse(res, place)
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
