/**
 * The REST API as one request listener: the table of routes, mounted for each dialect and version, behind the gate.
 */
import type { RequestListener } from 'node:http'

import Koa from 'koa'

import type { PlainService } from '../http/fast-path/fast-path-server.ts'
import { restDialects } from './context/rest-dialect.ts'
import type { RestServices } from './context/rest-services.ts'
import { restVersions } from './context/rest-version.ts'
import { mountRoutes, rejectUnmatched } from './http/mount-routes.ts'
import { createMessagingFastPath } from './messaging-fast-path.ts'
import { restRoutes } from './routes.ts'

export interface RestApp {
  /** Answers every request. */
  handler: RequestListener
  /** Answers those about messages, which are most of all, when they came past node's server. */
  fastPath?: PlainService
}

/** Answers every request below the prefixes of the dialects; `next` gets all others. */
export function createRestApp(services: RestServices, next: RequestListener): RestApp {
  const app = new Koa()
  app.silent = true // the edge tells the log, once

  for (const dialect of restDialects) {
    for (const version of restVersions) {
      const available = restRoutes.filter(([, , numbers]) => numbers.includes(version.number))
      const place = { dialect, version, application: 'rest' } as const
      app.use(mountRoutes(`${dialect.pathPrefix}/v${version.number}`, available, place, services))
    }
    app.use(rejectUnmatched(dialect.pathPrefix, { dialect, application: 'rest' }, services))
  }
  app.use((ctx) => {
    ctx.respond = false
    next(ctx.req, ctx.res)
  })

  const messages = createMessagingFastPath(services)
  const others = app.callback()
  return {
    handler(request, response) {
      if (messages.wants(request.method as string, request.url as string)) messages.serve(request, response)
      else others(request, response)
    },
    fastPath: messages,
  }
}
