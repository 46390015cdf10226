/** Serves the table of resources: who is let in, the body, the handler, the answer. */
import type { RequestListener, ServerResponse } from 'node:http'

import Router from '@koa/router'
import Koa from 'koa'

import { bodies } from './bodies.ts'
import type { Handler, Resource } from './call/call.ts'
import type { PortalTools } from './call/deps.ts'
import { bodyOf } from './http/body.ts'
import { edge } from './http/error-boundary.ts'
import { originOf } from './http/origin.ts'
import { Refusal } from './http/refusal.ts'
import type { Access, Routes } from './routes.ts'
import type { Admit } from './session/admit.ts'

export interface ResourcesOptions {
  /** Where they are, `{prefix}/api/v1`. */
  path: string
  routes: Routes
  admit: Admit
  tools: PortalTools
}

type Row = [Resource, readonly [Access, Handler<never>, number?]]

export function serveResources({ path: prefix, routes, admit, tools }: ResourcesOptions): RequestListener {
  const router = new Router({ prefix, sensitive: true, strict: true })
  for (const [resource, [access, handler, status = 200]] of Object.entries(routes) as Row[]) {
    const [method, path] = resource.split(' ') as [string, string]
    router.register(path, [method], serve(resource, access, handler, status))
  }
  const app = new Koa()
  app.silent = true // the edge tells the log, once
  app.use(edge(tools.log))
  app.use(router.routes() as unknown as Koa.Middleware)
  app.use(notServed)
  return app.callback()

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
