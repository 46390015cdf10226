/** The management port: whether the gateway lives, whether it is ready, and its metrics over all workers. */
import type { RequestListener } from 'node:http'

import Router from '@koa/router'
import Koa from 'koa'

export interface ManagementTools {
  ready(): boolean
  workers(): number
  /** All metrics, in the text format of Prometheus. */
  metrics(): Promise<string>
}

/** Answers `/livez`, `/readyz` and `/metrics`. */
export function managementHandler({ ready, workers, metrics }: ManagementTools): RequestListener {
  const router = new Router()

  router.get('/livez', (ctx) => {
    ctx.body = { status: 'live' }
  })
  router.get('/readyz', (ctx) => {
    ctx.status = ready() ? 200 : 503
    ctx.body = { status: ready() ? 'ready' : 'not ready', workers: workers() }
  })
  router.get('/metrics', async (ctx) => {
    ctx.type = 'text/plain; version=0.0.4; charset=utf-8'
    ctx.body = await metrics()
  })

  return new Koa().use(router.routes()).use(router.allowedMethods()).callback()
}
