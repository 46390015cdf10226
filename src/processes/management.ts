/** The management port: whether the gateway lives, whether it is ready, and its metrics over all workers. */
import type { RequestListener } from 'node:http'

import Router from '@koa/router'
import Koa from 'koa'
import { AggregatorRegistry, type Registry } from '../lib/prometheus.ts'

export interface ManagementTools {
  ready(): boolean
  workers(): number
  /** What the primary measures itself. */
  metrics: Registry
}

/** Answers `/livez`, `/readyz` and `/metrics`. */
export function managementHandler({ ready, workers, metrics }: ManagementTools): RequestListener {
  const ofWorkers = new AggregatorRegistry()
  const router = new Router()

  router.get('/livez', (ctx) => {
    ctx.body = { status: 'live' }
  })
  router.get('/readyz', (ctx) => {
    ctx.status = ready() ? 200 : 503
    ctx.body = { status: ready() ? 'ready' : 'not ready', workers: workers() }
  })
  router.get('/metrics', async (ctx) => {
    ctx.type = ofWorkers.contentType
    ctx.body = `${await metrics.metrics()}\n${await ofWorkers.clusterMetrics()}`
  })

  return new Koa().use(router.routes()).use(router.allowedMethods()).callback()
}
