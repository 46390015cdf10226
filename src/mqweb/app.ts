/**
 * The REST API as one request listener: the table of routes, mounted for each dialect and version, behind the gate.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

import Router from '@koa/router'
import Koa from 'koa'

import { type Answer, empty } from './call.ts'
import { type Dialect, dialects } from './dialect.ts'
import { RestError } from './errors/rest-error.ts'
import { corsHeaders, isPreflight, preflightHeaders } from './http/cors.ts'
import { answerWith } from './http/edge.ts'
import { admit } from './http/gate.ts'
import { restCall } from './rest-call.ts'
import { type Route, routes } from './routes.ts'
import type { Services } from './services.ts'
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
  return app.callback()
}

function mount(dialect: Dialect, version: Version, services: Services): Koa.Middleware {
  const prefix = `${dialect.prefix}/v${version.number}`
  const router = new Router({ prefix, sensitive: true })
  for (const route of routes) {
    const [method, path, available] = route
    if (available.includes(version.number))
      router.register(path, [method], serve(route, dialect, version, services))
  }

  const dispatch = router.routes() as unknown as Koa.Middleware
  return (ctx, next) => (below(prefix, ctx.path) ? dispatch(ctx, next) : next())
}

function serve([, , , access, handler]: Route, dialect: Dialect, version: Version, services: Services) {
  return async function serve(ctx: Koa.Context): Promise<void> {
    const { req: request, res: response, path } = ctx
    await respond(ctx, dialect, services, async () => {
      const { caller, principal } = await admit(request, path, access, dialect, services)
      requireDecodable(path)
      const params = ctx.params as Record<string, string>
      const search = ctx.querystring
      return handler(
        restCall({ request, response, params, path, search, dialect, version, caller, principal, services }),
      )
    })
  }
}

/** What no route took: a preflight, a method that the resource does not have, or no resource at all. */
function unmatched(dialect: Dialect, services: Services): Koa.Middleware {
  return async function unmatched(ctx, next) {
    if (!below(dialect.prefix, ctx.path)) return next()

    const { properties } = services.settings()
    await respond(ctx, dialect, services, async () => {
      if (isPreflight(ctx.req) && corsHeaders(ctx.req, properties, dialect)) {
        return empty(200, preflightHeaders(properties, dialect))
      }
      await admit(ctx.req, ctx.path, 'signedIn', dialect, services)

      const methods = new Set(
        ((ctx.matched ?? []) as { methods: string[] }[]).flatMap(({ methods }) => methods),
      )
      if (methods.size === 0) throw new RestError('MQWB0010E', [ctx.path])
      const headers = { Allow: [...methods].sort().join(', ') }
      throw new RestError('MQWB2005E', [ctx.method, ctx.path], { headers })
    })
  }
}

function respond(
  ctx: { req: IncomingMessage; res: ServerResponse; respond?: boolean | undefined },
  dialect: Dialect,
  services: Services,
  work: () => Answer | Promise<Answer>,
): Promise<void> {
  ctx.respond = false // the edge writes the answer itself
  const cors = corsHeaders(ctx.req, services.settings().properties, dialect)
  return answerWith(ctx.req, ctx.res, services.log, work, cors)
}

/** The router hands over what it cannot decode as it stands; a name like that means nothing. */
function requireDecodable(path: string): void {
  if (!path.includes('%')) return
  try {
    decodeURIComponent(path)
  } catch (cause) {
    throw new RestError('MQWB0011E', [path], { cause })
  }
}

function below(prefix: string, path: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')
}
