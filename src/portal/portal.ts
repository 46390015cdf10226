/** The developer portal of one catalog: its REST resources, and the page that is a client of them. */
import type { IncomingMessage, ServerResponse } from 'node:http'

import Router from '@koa/router'
import Koa from 'koa'

import { bodies } from './bodies.ts'
import type { Handler, Resource } from './call.ts'
import { bodyOf } from './http/body.ts'
import { edge } from './http/edge.ts'
import { originOf } from './http/origin.ts'
import { Refusal } from './http/refusal.ts'
import { prefixOf } from './prefix.ts'
import { type Access, routesOf } from './routes.ts'
import { buildAdmit } from './session/admit.ts'
import { openProfiles } from './session/profiles.ts'
import { openSessions } from './session/sessions.ts'
import { openSignUps } from './session/sign-ups.ts'
import { siteAt } from './site.ts'
import type { PortalTools } from './tools.ts'

export interface Portal {
  /** `/acme/sandbox/portal`: everything at it and below it is the portal's. */
  path: string
  handle(request: IncomingMessage, response: ServerResponse): void
}

export function buildPortal(tools: PortalTools): Portal {
  const { catalog, settings, store, accounts, log } = tools
  const prefix = prefixOf(catalog)
  const api = `${prefix}/api/v1`
  const site = siteAt(prefix, tools.siteFolder)

  const sessions = openSessions(catalog.path, settings, tools)
  const profiles = openProfiles(catalog.path, store, accounts.fold)
  const signUps = openSignUps(catalog.path, tools)
  const admit = buildAdmit(sessions, tools)
  const routes = routesOf({ prefix, sessions, profiles, signUps })

  const router = new Router({ prefix: api, sensitive: true, strict: true })
  for (const [resource, [access, handler, status = 200]] of Object.entries(routes) as Row[]) {
    const [method, path] = resource.split(' ') as [string, string]
    router.register(path, [method], serve(resource, access, handler, status))
  }
  const app = new Koa()
  app.silent = true // the edge tells the log, once
  app.use(edge(log.child({ portal: prefix })))
  app.use(router.routes() as unknown as Koa.Middleware)
  app.use(notServed)
  const resources = app.callback()

  return {
    path: prefix,
    handle(request, response) {
      if (isBelow(`${prefix}/api`, request.url as string)) resources(request, response)
      else site(request, response)
    },
  }

  function serve(
    resource: Resource,
    access: Access,
    handler: Handler<never>,
    status: number,
  ): Koa.Middleware {
    const schema = (bodies as Partial<typeof bodies>)[resource as keyof typeof bodies]
    const readBody = schema ? bodyOf<never>(schema) : async () => undefined as never

    return async function serve(ctx) {
      const user = await admit(ctx.req, access)
      ctx.state.user = user.name || undefined
      const body = await readBody(ctx)
      const answer: unknown = await handler({
        request: ctx.req,
        params: ctx.params as Record<string, string>,
        query: new URLSearchParams(ctx.querystring),
        body,
        user,
        origin: originOf(ctx.req, tools.baseUrl),
        tools,
        set: (field, value) => ctx.append(field, value),
        signal: gone(ctx.res),
      })
      ctx.status = answer === undefined ? 204 : status
      if (answer !== undefined) ctx.body = answer
    }
  }
}

type Row = [Resource, readonly [Access, Handler<never>, number?]]

/** No such resource, or not with this method. */
function notServed({ matched, method, path }: Koa.Context): never {
  const methods = ((matched ?? []) as { methods: string[] }[]).flatMap((layer) => layer.methods)
  if (methods.length === 0) throw new Refusal('unknown_resource', { detail: `There is no resource ${path}.` })
  const allow = [...new Set(methods)].sort().join(', ')
  const detail = `${path} does not take ${method}, but ${allow}.`
  throw new Refusal('wrong_method', { detail, headers: { Allow: allow } })
}

function gone(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(new Error('the caller went away'))
  })
  return controller.signal
}

/** Whether a request target is a path, or lies below it. */
function isBelow(path: string, url: string): boolean {
  return url.startsWith(path) && /^([/?]|$)/.test(url.slice(path.length, path.length + 1))
}
