/** The REST API: the table of routes, for each dialect and version. */
import type { RequestListener } from 'node:http'
import type { RestServices } from './context/rest-context.ts'
import { restDialects, restVersions } from './context/rest-dialect.ts'
import { createApiExplorer } from './explorer/api-explorer.ts'
import { createRestRouter, type RestRouter } from './http/rest-router.ts'
import { restRoutes } from './routes.ts'

/** Creates the REST API. It serves requests below the prefixes of the dialects and passes others to `next`. */
export function createRestApp(services: RestServices, next: RequestListener): RestRouter {
  const routes = [...restRoutes, ...services.resources.flatMap((each) => each.routes)]
  const tables = restDialects.flatMap((dialect) =>
    restVersions.map((version) => ({
      api: dialect.pathPrefix,
      prefix: `${dialect.pathPrefix}/v${version.number}`,
      routes: routes.filter(([, , numbers]) => numbers.includes(version.number)),
      dialect,
      version,
      application: 'rest' as const,
    })),
  )
  const explorer = createApiExplorer(services)
  return createRestRouter(tables, services, (request, response, path) => {
    if (explorer.accepts(path)) explorer.handle(request, response, path)
    else next(request, response)
  })
}
