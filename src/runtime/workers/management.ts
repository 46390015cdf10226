/** The management port: liveness, readiness, and the metrics of all processes. */
import type { RequestListener } from 'node:http'

import Router from '@koa/router'
import Koa from 'koa'

import { describeRevisionDifference, type GatewayNode } from '../nodes/node-list.ts'

export interface ManagementDeps {
  readiness(): Readiness
  /** All metrics, in the text format of Prometheus. */
  metrics(): Promise<string>
}

export interface Readiness {
  /** The number of workers that serve and respond. */
  workers: number
  /** For each check the reason why it fails; undefined when it passes. */
  checks: Readonly<Record<string, string | undefined>>
  /** The gateways that share the store; undefined when the store is on this machine. */
  nodes?: readonly GatewayNode[] | undefined
}

/** Builds the handler of `/livez`, `/readyz` and `/metrics`. */
export function buildManagementHandler({ readiness, metrics }: ManagementDeps): RequestListener {
  const router = new Router()

  router.get('/livez', (ctx) => {
    ctx.body = { status: 'live' }
  })
  router.get('/readyz', (ctx) => {
    const { workers, checks, nodes } = readiness()
    const results = Object.entries(checks).map(([name, reason]) => [name, reason ?? 'ok'])
    const isReady = Object.values(checks).every((reason) => reason === undefined)
    ctx.status = isReady ? 200 : 503
    // Different documents do not make a gateway unready, because a rollout would then stop the whole service.
    const warning = nodes && describeRevisionDifference(nodes)
    ctx.body = {
      status: isReady ? 'ready' : 'not ready',
      workers,
      checks: Object.fromEntries(results),
      ...(nodes && { nodes }),
      ...(warning && { warning }),
    }
  })
  router.get('/metrics', async (ctx) => {
    ctx.type = 'text/plain; version=0.0.4; charset=utf-8'
    ctx.body = await metrics()
  })

  return new Koa().use(router.routes()).use(router.allowedMethods()).callback()
}
