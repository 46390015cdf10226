/**
 * Builds the Koa application of the gateway. Its list of middleware is the dispatch table: the first middleware
 * that serves a request ends the list.
 *
 * The HTTP fast path is before it and passes calls of the data plane to the same pipeline. Koa itself writes
 * nothing to a response: providers, portals and the pipeline do.
 */
import type { RequestListener } from 'node:http'

import Koa from 'koa'

import type { HttpResponse } from '../../http/message/http-response.ts'
import { createRequestId } from '../../lib/headers/request-id.ts'
import type { Log } from '../../lib/output/log.ts'
import type { RequestTracing } from '../../telemetry/tracing/index.ts'
import { errorBoundary } from './middleware/error-boundary.ts'
import type { GatewayMiddleware, GatewayState } from './middleware/gateway-middleware.ts'
import { serveMount } from './middleware/serve-mount.ts'
import type { FindMount } from './mounts/mounts.ts'

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
