/**
 * The REST API as one request listener: the table of routes, mounted for each dialect and version, behind the gate.
 */
import type { RequestListener } from 'node:http'

import Koa from 'koa'

import type { PlainService } from '../http/fast-path/fast-path-server.ts'
import { dialects } from './call/dialect.ts'
import type { Services } from './call/services.ts'
import { versions } from './call/version.ts'
import { straight } from './messaging-fast-path.ts'
import { mount, unmatched } from './mount.ts'
import { routes } from './routes.ts'

export interface App {
  /** Answers every request. */
  handler: RequestListener
  /** Answers those about messages, which are most of all, when they came past node's server. */
  plain?: PlainService
}

/** Answers every request below the prefixes of the dialects; `next` gets all others. */
export function createApp(services: Services, next: RequestListener): App {
  const app = new Koa()
  app.silent = true // the edge tells the log, once

  for (const dialect of dialects) {
    for (const version of versions) {
      const available = routes.filter(([, , numbers]) => numbers.includes(version.number))
      const place = { dialect, version, application: 'rest' } as const
      app.use(mount(`${dialect.prefix}/v${version.number}`, available, place, services))
    }
    app.use(unmatched(dialect.prefix, { dialect, application: 'rest' }, services))
  }
  app.use((ctx) => {
    ctx.respond = false
    next(ctx.req, ctx.res)
  })

  const messages = straight(services)
  const others = app.callback()
  return {
    handler(request, response) {
      if (messages.wants(request.method as string, request.url as string)) messages.serve(request, response)
      else others(request, response)
    },
    plain: messages,
  }
}
