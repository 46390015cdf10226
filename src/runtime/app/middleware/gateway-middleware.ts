import type { Middleware } from 'koa'

/** What the middleware of the gateway keep for one request. */
export interface GatewayState {
  /** The value of `X-Request-Id` in the response. */
  requestId: string
}

/** A middleware of the gateway's Koa application. */
export type GatewayMiddleware = Middleware<GatewayState>
