/** The error boundary of the gateway: a defect costs one request, never the process. */
import type { Log } from '../../../lib/output/log.ts'
import type { GatewayMiddleware } from './gateway-middleware.ts'

const body = JSON.stringify({
  httpCode: '500',
  httpMessage: 'Internal Server Error',
  moreInformation: 'The gateway failed to serve the request',
})

/**
 * Responds with 500 to a request whose middleware throws, and logs the error with the id of the request. A response that
 * has begun is broken off instead. It also keeps Koa from writing to any response.
 */
export function errorBoundary(log: Log): GatewayMiddleware {
  return async function errorBoundary(ctx, next) {
    ctx.respond = false
    try {
      await next()
    } catch (error) {
      const { requestId } = ctx.state
      log.error({ err: error, requestId }, 'a request was not served because of a defect')
      if (ctx.res.headersSent) return void ctx.res.destroy()
      ctx.res.writeHead(500, { 'Content-Type': 'application/json', 'X-Request-Id': requestId }).end(body)
    }
  }
}
