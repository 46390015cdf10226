/** The console as one request listener: its REST resources for each dialect, and the web page. */
import type { RequestListener } from 'node:http'
import Koa from 'koa'
import { restDialects, restV1 } from '../context/rest-dialect.ts'
import type { RestServices } from '../context/rest-services.ts'
import { mountRoutes, rejectUnmatched } from '../http/mount-routes.ts'
import { buildConsoleRoutes, type ConsoleDeps } from './routes.ts'

/** Creates the console, with the console's role bindings. It passes all other requests to `page`. */
export function createConsoleApp(services: RestServices, deps: ConsoleDeps, page: RequestListener): RequestListener {
  const app = new Koa()
  const routes = buildConsoleRoutes(deps)
  app.silent = true // the error boundary logs each error
  for (const dialect of restDialects) {
    const prefix = `/${dialect.name}/console/api/v1`
    const place = { dialect, version: restV1, application: 'console' } as const
    app.use(mountRoutes(prefix, routes, place, services))
    app.use(rejectUnmatched(prefix, place, services))
  }
  app.use((ctx) => {
    ctx.respond = false
    page(ctx.req, ctx.res)
  })
  return app.callback()
}
