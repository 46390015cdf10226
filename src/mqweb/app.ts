/** The REST API as one request listener: the table of routes, mounted for each dialect and version. */
import type { RequestListener } from 'node:http'
import Koa from 'koa'
import type { FastPathHandler } from '../http/fast-path/fast-path-server.ts'
import { restDialects, restVersions } from './context/rest-dialect.ts'
import type { RestServices } from './context/rest-services.ts'
import { createApiExplorer } from './explorer/api-explorer.ts'
import { mountRoutes, rejectUnmatched } from './http/mount-routes.ts'
import { createMessagingFastPath } from './messaging-fast-path.ts'
import { restRoutes } from './routes.ts'

export interface RestApp {
  /** Serves every request. */
  handler: RequestListener
  /** Serves the marked routes directly from the connections that the HTTP fast path reads. */
  fastPath?: FastPathHandler
}

/** Creates the REST API. It serves requests below the prefixes of the dialects and passes others to `next`. */
export function createRestApp(services: RestServices, next: RequestListener): RestApp {
  const app = new Koa()
  app.silent = true // the error boundary logs each error

  for (const dialect of restDialects) {
    for (const version of restVersions) {
      const available = restRoutes.filter(([, , numbers]) => numbers.includes(version.number))
      const place = { dialect, version, application: 'rest' } as const
      app.use(mountRoutes(`${dialect.pathPrefix}/v${version.number}`, available, place, services))
    }
    app.use(rejectUnmatched(dialect.pathPrefix, { dialect, application: 'rest' }, services))
  }
  const explorer = createApiExplorer(services)
  app.use((ctx) => {
    ctx.respond = false
    if (explorer.accepts(ctx.path)) explorer.handle(ctx.req, ctx.res, ctx.path)
    else next(ctx.req, ctx.res)
  })

  const fastPath = createMessagingFastPath(restRoutes, services)
  const router = app.callback()
  return {
    handler(request, response) {
      if (fastPath.accepts(request.method as string, request.url as string)) fastPath.handle(request, response)
      else router(request, response)
    },
    fastPath,
  }
}
