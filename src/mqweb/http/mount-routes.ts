/** Mounts a table of routes as Koa middleware. */
import Router from '@koa/router'
import type Koa from 'koa'
import { emptyResponse, type RestRoute } from '../context/rest-context.ts'
import type { RestServices } from '../context/rest-services.ts'
import { RestError } from '../errors/rest-error.ts'
import { authorizeRequest } from './authorize-request.ts'
import { isPreflight, renderPreflightHeaders } from './cors.ts'
import { runInErrorBoundary } from './error-boundary.ts'
import { createRouteListener, type RouteMount, renderMountCorsHeaders } from './route-listener.ts'

/** Returns middleware that serves the routes below a path prefix and passes all other requests on. */
export function mountRoutes(
  prefix: string,
  routes: readonly RestRoute[],
  place: RouteMount,
  services: RestServices,
): Koa.Middleware {
  const router = new Router({ prefix, sensitive: true })
  for (const route of routes) {
    const answer = createRouteListener(route, place, services)
    router.register(route[1], [route[0]], (ctx) => {
      ctx.respond = false // the error boundary writes the response
      const params = ctx.params as Record<string, string>
      return answer({ request: ctx.req, response: ctx.res, path: ctx.path, search: ctx.querystring, params })
    })
  }

  const dispatch = router.routes() as unknown as Koa.Middleware
  return (ctx, next) => (isBelow(prefix, ctx.path) ? dispatch(ctx, next) : next())
}

/** Returns middleware for requests below a prefix without a route: CORS preflights, 405 and 404. */
export function rejectUnmatched(
  prefix: string,
  place: Omit<RouteMount, 'version'>,
  services: RestServices,
): Koa.Middleware {
  const { dialect, application } = place
  return async function unmatched(ctx, next) {
    if (!isBelow(prefix, ctx.path)) return next()

    ctx.respond = false // the error boundary writes the response
    const { properties } = services.settings()
    const cors = renderMountCorsHeaders(place, ctx.req, services)
    const work = async () => {
      if (isPreflight(ctx.req) && cors) return emptyResponse(200, renderPreflightHeaders(properties, dialect))
      await authorizeRequest(ctx.req, ctx.path, 'signedIn', dialect, services, application)

      const methods = new Set(((ctx.matched ?? []) as { methods: string[] }[]).flatMap((layer) => layer.methods))
      if (methods.size === 0) throw new RestError('MQWB0010E', [ctx.path])
      const headers = { Allow: [...methods].sort().join(', ') }
      throw new RestError('MQWB2005E', [ctx.method, ctx.path], { headers })
    }
    await runInErrorBoundary(ctx.req, ctx.res, services, work, cors)
  }
}

function isBelow(prefix: string, path: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')
}
