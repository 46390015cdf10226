/** The console as one request listener: its resources for each dialect, behind the gate, and the page beside them. */
import type { RequestListener } from 'node:http'

import Router from '@koa/router'
import Koa from 'koa'

import type { Principal } from '../../qm/index.ts'
import { type Dialect, dialects } from '../dialect.ts'
import { RestError } from '../errors/rest-error.ts'
import { answerWith } from '../http/edge.ts'
import { requireCsrfHeader, requireRole, requireSomebody } from '../http/gate.ts'
import { restCall } from '../rest-call.ts'
import type { Route } from '../routes.ts'
import { anonymous, type Caller } from '../security/caller.ts'
import type { Services } from '../services.ts'
import { v1 } from '../version.ts'
import { consoleRoutes } from './routes.ts'
import type { Sampler } from './sampler.ts'

/** Answers the resources of the console with the roles of the console; `page` gets all other requests. */
export function createConsoleApp(
  services: Services,
  sampler: Sampler,
  page: RequestListener,
): RequestListener {
  const app = new Koa()
  app.silent = true // the edge tells the log, once
  for (const dialect of dialects) app.use(resources(dialect, services, sampler))
  app.use((ctx) => {
    ctx.respond = false
    page(ctx.req, ctx.res)
  })
  return app.callback()
}

/** Everything below `/{dialect}/console/api/v1`. Other origins get nothing: there is no CORS here. */
function resources(dialect: Dialect, services: Services, sampler: Sampler): Koa.Middleware {
  const prefix = `/${dialect.name}/console/api/v1`
  const router = new Router({ prefix, sensitive: true })
  for (const route of consoleRoutes(sampler))
    router.register(route[1], [route[0]], serve(route, dialect, services))
  const dispatch = router.routes() as unknown as Koa.Middleware

  return (ctx, next) => {
    if (!ctx.path.startsWith(`${prefix}/`)) return next()
    return dispatch(ctx, async () => {
      ctx.respond = false
      await answerWith(ctx.req, ctx.res, services.log, async () => {
        await admit(ctx, 'signedIn', dialect, services)
        throw notServed(ctx)
      })
    })
  }
}

/** No such resource, or not with this method. */
function notServed({ matched, method, path }: Koa.Context): RestError {
  const methods = (matched as { methods: string[] }[]).flatMap((layer) => layer.methods)
  if (methods.length === 0) return new RestError('MQWB0010E', [path])
  return new RestError('MQWB2005E', [method, path], { headers: { Allow: methods.sort().join(', ') } })
}

function serve([, , , access, handler]: Route, dialect: Dialect, services: Services): Koa.Middleware {
  return async function serve(ctx) {
    ctx.respond = false // the edge writes the answer itself
    const { req: request, res: response, path, querystring: search } = ctx
    await answerWith(request, response, services.log, async () => {
      const { caller, principal } = await admit(ctx, access, dialect, services)
      const params = ctx.params as Record<string, string>
      const parts = {
        request,
        response,
        params,
        path,
        search,
        dialect,
        version: v1,
        caller,
        principal,
        services,
      }
      return handler(restCall(parts))
    })
  }
}

/** Who calls, the CSRF header, the role: in this order. */
async function admit(
  { req: request, path }: Koa.Context,
  access: Route[3],
  dialect: Dialect,
  services: Services,
): Promise<{ caller: Caller; principal: Principal }> {
  if (access === 'open') {
    const caller = anonymous(new Set())
    return { caller, principal: caller.principal }
  }
  const caller = await services.authenticator.authenticate(request, path, 'console')
  requireSomebody(caller, path)
  requireCsrfHeader(request, dialect, services)
  return {
    caller,
    principal: access === 'signedIn' ? caller.principal : requireRole(caller, access, services, path),
  }
}
