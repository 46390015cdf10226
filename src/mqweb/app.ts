/**
 * The REST API as one request listener: the table of routes, mounted for each dialect and version, behind the gate.
 */
import type { RequestListener } from 'node:http'

import Router from '@koa/router'
import Koa from 'koa'

import { empty } from './call.ts'
import { type Dialect, dialects } from './dialect.ts'
import { RestError } from './errors/rest-error.ts'
import { corsHeaders, isPreflight, preflightHeaders } from './http/cors.ts'
import { answerWith } from './http/edge.ts'
import { admit } from './http/gate.ts'
import { routes } from './routes.ts'
import { serve } from './serve.ts'
import type { Services } from './services.ts'
import { straight } from './straight.ts'
import { type Version, versions } from './version.ts'

/** Answers every request below the prefixes of the dialects; `next` gets all others. */
export function createApp(services: Services, next: RequestListener): RequestListener {
  const app = new Koa()
  app.silent = true // the edge tells the log, once

  for (const dialect of dialects) {
    for (const version of versions) app.use(mount(dialect, version, services))
    app.use(unmatched(dialect, services))
  }
  app.use((ctx) => {
    ctx.respond = false
    next(ctx.req, ctx.res)
  })
  return straight(services, app.callback())
}

function mount(dialect: Dialect, version: Version, services: Services): Koa.Middleware {
  const prefix = `${dialect.prefix}/v${version.number}`
  const router = new Router({ prefix, sensitive: true })
  for (const route of routes) {
    const [method, path, available] = route
    if (!available.includes(version.number)) continue
    const answer = serve(route, dialect, version, services)
    router.register(path, [method], (ctx) => {
      ctx.respond = false // the edge writes the answer itself
      const params = ctx.params as Record<string, string>
      return answer({ request: ctx.req, response: ctx.res, path: ctx.path, search: ctx.querystring, params })
    })
  }

  const dispatch = router.routes() as unknown as Koa.Middleware
  return (ctx, next) => (below(prefix, ctx.path) ? dispatch(ctx, next) : next())
}

/** What no route took: a preflight, a method that the resource does not have, or no resource at all. */
function unmatched(dialect: Dialect, services: Services): Koa.Middleware {
  return async function unmatched(ctx, next) {
    if (!below(dialect.prefix, ctx.path)) return next()

    ctx.respond = false // the edge writes the answer itself
    const { properties } = services.settings()
    const cors = corsHeaders(ctx.req, properties, dialect)
    const work = async () => {
      if (isPreflight(ctx.req) && cors) return empty(200, preflightHeaders(properties, dialect))
      await admit(ctx.req, ctx.path, 'signedIn', dialect, services)

      const methods = new Set(
        ((ctx.matched ?? []) as { methods: string[] }[]).flatMap(({ methods }) => methods),
      )
      if (methods.size === 0) throw new RestError('MQWB0010E', [ctx.path])
      const headers = { Allow: [...methods].sort().join(', ') }
      throw new RestError('MQWB2005E', [ctx.method, ctx.path], { headers })
    }
    await answerWith(ctx.req, ctx.res, services.log, work, cors)
  }
}

function below(prefix: string, path: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')
}
