/** The management port: liveness, readiness, the metrics of all processes, and the description of these. */
import type { RequestListener } from 'node:http'

import Router from '@koa/router'
import Koa from 'koa'

import {
  buildOpenApiDocument,
  type OpenApiDocument,
  type OperationDescription,
} from '../../http/openapi/openapi-document.ts'
import { renderOpenApiDocument } from '../../http/openapi/render-document.ts'
import { version } from '../../lib/package/version.ts'
import { describeRevisionDifference, type GatewayNode } from '../nodes/node-list.ts'
import { requireKnownHost } from './known-host.ts'

export interface ManagementDeps {
  readiness(): Readiness
  /** All metrics, in the text format of Prometheus. */
  metrics(): Promise<string>
  /** The names, other than `localhost`, under which clients reach the port. */
  hostNames: readonly string[]
}

/**
 * What a request of a load balancer can need. Without its store a gateway serves calls, and so do all that share the store: a
 * load balancer that took them out would turn a part of an outage into a whole one.
 */
const purposes = ['calls', 'tokens'] as const
export type ReadinessPurpose = (typeof purposes)[number]

/** A check of the gateway. */
export interface ReadinessCheck {
  /** The reason why the check fails; undefined when it passes. */
  problem: string | undefined
  /** What the gateway cannot serve while the check fails; undefined when it serves everything, less exactly. */
  neededFor: ReadinessPurpose | undefined
}

export interface Readiness {
  /** The number of workers that serve and respond. */
  workers: number
  checks: Readonly<Record<string, ReadinessCheck>>
  /** The gateways that share the store; undefined when the store is on this machine. */
  nodes?: readonly GatewayNode[] | undefined
}

type ManagementRoute = readonly [
  path: string,
  serve: (ctx: Koa.Context, deps: ManagementDeps) => void | Promise<void>,
  description: OperationDescription,
]

/** Every resource of the management port. All have the method GET. */
const routes: readonly ManagementRoute[] = [
  ['/livez', showLiveness, describeJson('showLiveness', 'Whether the primary process runs', 'Liveness')],
  [
    '/readyz',
    showReadiness,
    {
      ...describeJson('showReadiness', 'Whether the gateway can serve requests', 'Readiness'),
      parameters: [
        {
          name: 'for',
          in: 'query',
          schema: { enum: purposes, default: 'calls' },
          description: 'What the gateway must be able to serve. Without its store it serves calls and no tokens.',
        },
      ],
      responses: {
        200: { description: 'Every check that this needs passes.', content: refer('Readiness') },
        400: { description: 'The parameter has another value.', content: refer('InvalidParameter') },
        503: { description: 'A check that this needs fails.', content: refer('Readiness') },
      },
    },
  ],
  [
    '/metrics',
    showMetrics,
    {
      id: 'showMetrics',
      tag: 'management',
      summary: 'The metrics of all processes',
      responses: {
        200: {
          description: 'The text format of Prometheus.',
          content: { 'text/plain': { type: 'string' } },
        },
      },
    },
  ],
  ['/openapi.json', showOpenApi, describeJson('showOpenApi', 'This document; YAML by Accept', 'OpenApi')],
]

/** Builds the handler of the management port. */
export function buildManagementHandler(deps: ManagementDeps): RequestListener {
  const router = new Router()
  for (const [path, serve] of routes) router.get(path, (ctx) => serve(ctx as unknown as Koa.Context, deps))
  const app = new Koa().use(requireKnownHost(deps.hostNames))
  return app.use(router.routes()).use(router.allowedMethods()).callback()
}

function showLiveness(ctx: Koa.Context): void {
  ctx.body = { status: 'live' }
}

function showReadiness(ctx: Koa.Context, { readiness }: ManagementDeps): void {
  const found = ctx.query.for ?? 'calls'
  const purpose = purposes.find((each) => each === found)
  if (!purpose) {
    ctx.status = 400
    ctx.body = { error: `for: found ${JSON.stringify(found)}; accepted are ${purposes.join(' and ')}` }
    return
  }
  const { workers, checks, nodes } = readiness()
  const isReady = isReadyFor(purpose, checks)
  const status = Object.values(checks).some(({ problem }) => problem !== undefined) ? 'degraded' : 'ready'
  ctx.status = isReady ? 200 : 503
  // Different documents do not make a gateway unready, because a rollout would then stop the whole service.
  const warning = nodes && describeRevisionDifference(nodes)
  ctx.body = {
    status: isReady ? status : 'not ready',
    workers,
    checks: Object.fromEntries(Object.entries(checks).map(([name, { problem }]) => [name, problem ?? 'ok'])),
    ...(nodes && { nodes }),
    ...(warning && { warning }),
  }
}

/** Returns whether the gateway can serve calls, or calls and tokens. */
export function isReadyFor(purpose: ReadinessPurpose, checks: Readiness['checks']): boolean {
  return Object.values(checks).every(
    ({ problem, neededFor }) =>
      problem === undefined || (neededFor !== 'calls' && (purpose === 'calls' || neededFor === undefined)),
  )
}

async function showMetrics(ctx: Koa.Context, { metrics }: ManagementDeps): Promise<void> {
  ctx.type = 'text/plain; version=0.0.4; charset=utf-8'
  ctx.body = await metrics()
}

async function showOpenApi(ctx: Koa.Context): Promise<void> {
  const { contentType, body } = await renderOpenApiDocument(buildDocument(), ctx.req.headers.accept)
  ctx.type = contentType
  ctx.vary('Accept')
  ctx.body = body
}

function describeJson(id: string, summary: string, schema: string): OperationDescription {
  const responses = { 200: { description: 'The result.', content: refer(schema) } }
  return { id, summary, tag: 'management', responses }
}

function refer(schema: string): Record<string, object> {
  return { 'application/json': { $ref: `#/components/schemas/${schema}` } }
}

function buildDocument(): OpenApiDocument {
  const text = { type: 'string' }
  return buildOpenApiDocument({
    title: 'Sluice management port',
    version,
    description:
      'Health and metrics of a gateway. The port listens on 127.0.0.1 unless SLUICE_ADMIN_HOST is set, and answers requests for IP addresses, localhost and the names in SLUICE_ADMIN_NAMES.',
    servers: ['/'],
    tags: { management: 'Health and metrics.' },
    routes: routes.map(([path, , operation]) => ({ method: 'GET', path, operation, security: [] })),
    schemas: {
      Liveness: { type: 'object', required: ['status'], properties: { status: { const: 'live' } } },
      Readiness: {
        type: 'object',
        required: ['status', 'workers', 'checks'],
        properties: {
          status: {
            enum: ['ready', 'degraded', 'not ready'],
            description: 'degraded: calls are served, and another check fails.',
          },
          workers: { type: 'integer', description: 'The number of workers that serve and respond.' },
          checks: {
            type: 'object',
            description: '"ok", or the reason why the check fails.',
            additionalProperties: text,
          },
          nodes: {
            type: 'array',
            description: 'The gateways that share the store.',
            items: {
              type: 'object',
              required: ['name', 'version', 'revision'],
              properties: { name: text, version: text, revision: text },
            },
          },
          warning: { ...text, description: 'How the documents of the nodes differ.' },
        },
      },
      InvalidParameter: { type: 'object', required: ['error'], properties: { error: text } },
      OpenApi: { type: 'object', description: 'An OpenAPI 3.1 document.', additionalProperties: true },
    },
    securitySchemes: {},
  })
}
