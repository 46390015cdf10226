/** Tables of routes as middleware: those of the REST API and those behind the console. */
import Router from '@koa/router'
import type Koa from 'koa'

import { empty } from './call/call.ts'
import type { Services } from './call/services.ts'
import { RestError } from './errors/rest-error.ts'
import { isPreflight, preflightHeaders } from './http/cors.ts'
import { answerWith } from './http/error-boundary.ts'
import { admit } from './http/gate.ts'
import type { Route } from './routes.ts'
import { corsOf, type Place, serve } from './serve.ts'

/** Answers what the routes say below a prefix, and hands everything else on. */
export function mount(
  prefix: string,
  routes: readonly Route[],
  place: Place,
  services: Services,
): Koa.Middleware {
  const router = new Router({ prefix, sensitive: true })
  for (const route of routes) {
    const answer = serve(route, place, services)
    router.register(route[1], [route[0]], (ctx) => {
      ctx.respond = false // the edge writes the answer itself
      const params = ctx.params as Record<string, string>
      return answer({ request: ctx.req, response: ctx.res, path: ctx.path, search: ctx.querystring, params })
    })
  }

  const dispatch = router.routes() as unknown as Koa.Middleware
  return (ctx, next) => (isBelow(prefix, ctx.path) ? dispatch(ctx, next) : next())
}

/** What no route below a prefix took: a preflight, a method that the resource does not have, or no resource at all. */
export function unmatched(prefix: string, place: Omit<Place, 'version'>, services: Services): Koa.Middleware {
  const { dialect, application } = place
  return async function unmatched(ctx, next) {
    if (!isBelow(prefix, ctx.path)) return next()

    ctx.respond = false // the edge writes the answer itself
    const { properties } = services.settings()
    const cors = corsOf(place, ctx.req, services)
    const work = async () => {
      if (isPreflight(ctx.req) && cors) return empty(200, preflightHeaders(properties, dialect))
      await admit(ctx.req, ctx.path, 'signedIn', dialect, services, application)

      const methods = new Set(
        ((ctx.matched ?? []) as { methods: string[] }[]).flatMap((layer) => layer.methods),
      )
      if (methods.size === 0) throw new RestError('MQWB0010E', [ctx.path])
      const headers = { Allow: [...methods].sort().join(', ') }
      throw new RestError('MQWB2005E', [ctx.method, ctx.path], { headers })
    }
    await answerWith(ctx.req, ctx.res, services, work, cors)
  }
}

function isBelow(prefix: string, path: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')
}
