/** The console as one request listener: its REST resources for each dialect, and the web page. */
import type { RequestListener } from 'node:http'
import { restDialects, restV1 } from '../context/rest-dialect.ts'
import type { RestServices } from '../context/rest-services.ts'
import { createRestRouter } from '../http/rest-router.ts'
import { buildConsoleRoutes, type ConsoleDeps } from './routes.ts'

/** Creates the console, with the console's role bindings. It passes all other requests to `page`. */
export function createConsoleApp(services: RestServices, deps: ConsoleDeps, page: RequestListener): RequestListener {
  const routes = buildConsoleRoutes(deps)
  const tables = restDialects.map((dialect) => {
    const prefix = `/${dialect.name}/console/api/v1`
    return { api: prefix, prefix, routes, dialect, version: restV1, application: 'console' as const }
  })
  return createRestRouter(tables, services, page).handler
}
