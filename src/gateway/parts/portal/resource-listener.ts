/** Builds the HTTP listener of the REST resources from the table of routes: authorization, body, handler, response. */
import type { RequestListener } from 'node:http'
import Router from '@koa/router'
import Koa from 'koa'
import { createDisconnectSignal } from '../../../shared/http/request/disconnect-signal.ts'
import { renderPublicPath } from '../../lib/http/public-place.ts'
import { FileResponse } from './context/file-response.ts'
import type { ResourceAccess, ResourceHandler } from './context/portal-context.ts'
import type { PortalDeps } from './context/portal-deps.ts'
import { buildBodyReader } from './http/body-reader.ts'
import { errorBoundary } from './http/error-boundary.ts'
import { PortalError } from './http/portal-error.ts'
import { buildRequestOrigin } from './http/request-origin.ts'
import type { ResourceKey } from './rest/index.ts'
import { type DeclaredResource, resources } from './rest/resources.ts'
import type { ResourceRoutes } from './routes.ts'
import type { AuthorizeRequest } from './session/authorize-request.ts'

export interface ResourceListenerOptions {
  /** The base path of the resources, `{prefix}/api/v1`. */
  path: string
  routes: ResourceRoutes
  admit: AuthorizeRequest
  deps: PortalDeps
}

type ResourceRoute = [ResourceKey, readonly [ResourceAccess, ResourceHandler<never>]]

export function buildResourceListener({ path: prefix, routes, admit, deps }: ResourceListenerOptions): RequestListener {
  const router = new Router({ prefix, sensitive: true, strict: true })
  for (const [key, [access, handler]] of Object.entries(routes) as ResourceRoute[]) {
    const [method, path] = key.split(' ') as [string, string]
    router.register(path, [method], serve(resources[key], access, handler))
  }
  const app = new Koa()
  app.silent = true // the error boundary logs errors
  app.use(errorBoundary(deps.log))
  app.use(router.routes() as unknown as Koa.Middleware)
  app.use(rejectUnknownResource)
  return app.callback()

  function serve(
    { body: schema, maxBodyBytes, status = 200 }: DeclaredResource,
    access: ResourceAccess,
    handler: ResourceHandler<never>,
  ): Koa.Middleware {
    const readBody = schema ? buildBodyReader<never>(schema, maxBodyBytes) : async () => undefined as never

    return async function serve(ctx) {
      const user = await admit(ctx.req, access)
      ctx.state.user = user.name || undefined
      const body = await readBody(ctx)
      const origin = buildRequestOrigin(ctx.req, deps.baseUrl)
      const answer: unknown = await handler({
        request: ctx.req,
        params: ctx.params as Record<string, string>,
        query: new URLSearchParams(ctx.querystring),
        body,
        user,
        origin,
        catalogUrl: `${origin}${renderPublicPath(ctx.req, deps.catalog.path)}`,
        deps,
        setHeader: (field, value) => ctx.append(field, value),
        signal: createDisconnectSignal(ctx.res),
      })
      ctx.status = answer === undefined ? 204 : status
      if (answer instanceof FileResponse) {
        if (answer.fileName) ctx.attachment(answer.fileName)
        ctx.type = answer.contentType
        ctx.body = answer.body
      } else if (answer !== undefined) ctx.body = answer
    }
  }
}

/** Throws a `PortalError` for an unknown path, or for a known path with another method. */
function rejectUnknownResource({ matched, method, path }: Koa.Context): never {
  const methods = ((matched ?? []) as { methods: string[] }[]).flatMap((layer) => layer.methods)
  if (methods.length === 0) throw new PortalError('unknown_resource', { detail: `There is no resource ${path}.` })
  const allow = [...new Set(methods)].sort().join(', ')
  const detail = `${path} does not take ${method}, but ${allow}.`
  throw new PortalError('wrong_method', { detail, headers: { Allow: allow } })
}
