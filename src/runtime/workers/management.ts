/** The management port: whether the gateway lives, whether it is ready, and its metrics over all workers. */
import type { RequestListener } from 'node:http'

import Router from '@koa/router'
import Koa from 'koa'

export interface ManagementDeps {
  readiness(): Readiness
  /** All metrics, in the text format of Prometheus. */
  metrics(): Promise<string>
}

export interface Readiness {
  /** How many workers serve and respond. */
  workers: number
  /** By the name of each check, why it fails; undefined when it holds. */
  checks: Readonly<Record<string, string | undefined>>
}

/** Answers `/livez`, `/readyz` and `/metrics`. */
export function buildManagementHandler({ readiness, metrics }: ManagementDeps): RequestListener {
  const router = new Router()

  router.get('/livez', (ctx) => {
    ctx.body = { status: 'live' }
  })
  router.get('/readyz', (ctx) => {
    const { workers, checks } = readiness()
    const results = Object.entries(checks).map(([name, reason]) => [name, reason ?? 'ok'])
    const isReady = Object.values(checks).every((reason) => reason === undefined)
    ctx.status = isReady ? 200 : 503
    ctx.body = { status: isReady ? 'ready' : 'not ready', workers, checks: Object.fromEntries(results) }
  })
  router.get('/metrics', async (ctx) => {
    ctx.type = 'text/plain; version=0.0.4; charset=utf-8'
    ctx.body = await metrics()
  })

  return new Koa().use(router.routes()).use(router.allowedMethods()).callback()
}
