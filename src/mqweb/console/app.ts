/** The console as one request listener: its resources for each dialect, behind the gate, and the page beside them. */
import type { RequestListener } from 'node:http'

import Koa from 'koa'

import { dialects } from '../call/dialect.ts'
import type { Services } from '../call/services.ts'
import { v1 } from '../call/version.ts'
import { mount, unmatched } from '../mount.ts'
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
  for (const dialect of dialects) {
    const prefix = `/${dialect.name}/console/api/v1`
    const place = { dialect, version: v1, application: 'console' } as const
    app.use(mount(prefix, consoleRoutes(sampler), place, services))
    app.use(unmatched(prefix, place, services))
  }
  app.use((ctx) => {
    ctx.respond = false
    page(ctx.req, ctx.res)
  })
  return app.callback()
}
