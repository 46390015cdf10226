/** The management port: liveness, readiness, the metrics of all processes, and the description of these. */
import type { RequestListener } from 'node:http'
import Router from '@koa/router'
import Koa from 'koa'
import {
  buildOpenApiDocument,
  type OpenApiDocument,
  openComponents,
} from '../../../shared/http/openapi/openapi-document.ts'
import { renderOpenApiDocument } from '../../../shared/http/openapi/render-document.ts'
import { type TSchema, Type } from '../../../shared/lib/json-schema/type.ts'
import { expositionContentType } from '../../../shared/lib/output/exposition.ts'
import { openMetricsContentType, removeExemplars, toOpenMetrics } from '../../../shared/lib/output/openmetrics.ts'
import { version } from '../../../shared/lib/package/version.ts'
import { describeResource } from '../../../shared/rest/describe-resource.ts'
import { declareResources, query } from '../../../shared/rest/resource.ts'
import { integer, list, text, view } from '../../../shared/rest/shapes.ts'
import { describeRevisionDifference, type GatewayNode } from '../nodes/node-list.ts'
import { requireKnownHost } from './known-host.ts'

export interface ManagementDeps {
  readiness(): Readiness
  /** All metrics, in the text format of Prometheus with exemplars. */
  metrics(): Promise<string>
  /** The names, other than `localhost`, under which clients reach the port. */
  hostNames: readonly string[]
}

/**
 * What a request of a load balancer can need. Without its store a gateway serves calls, and so do all that share the store: a
 * load balancer that took them out would turn a part of an outage into a whole one.
 */
export const readinessPurposes = ['calls', 'tokens'] as const
export type ReadinessPurpose = (typeof readinessPurposes)[number]

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

const checkResults = Type.Record(Type.String(), Type.String(), {
  description: '"ok", or the reason why the check fails.',
})
const ReadinessView = view('Readiness', {
  status: Type.Enum(['ready', 'degraded', 'not ready'], {
    description: 'degraded: calls are served, and another check fails.',
  }),
  workers: integer('The number of workers that serve and respond.'),
  checks: checkResults,
  nodes: Type.Optional(
    list(Type.Object({ name: text(), version: text(), revision: text() }), 'The gateways that share the store.'),
  ),
  warning: Type.Optional(text('How the documents of the nodes differ.')),
})
const InvalidParameter = view('InvalidParameter', { error: text() })
const forPurpose = query(
  'for',
  'What the gateway must be able to serve. Without its store it serves calls and no tokens.',
  Type.Enum([...readinessPurposes], { default: 'calls' }),
)

/** Every resource of the management port. All have the method GET. */
const resources = declareResources('management', {
  '/livez': {
    id: 'showLiveness',
    summary: 'Whether the primary process runs',
    response: view('Liveness', { status: Type.Literal('live') }),
  },
  '/readyz': {
    id: 'showReadiness',
    summary: 'Whether the gateway can serve requests',
    parameters: [forPurpose],
    response: ReadinessView,
  },
  '/metrics': {
    id: 'showMetrics',
    summary: 'The metrics of all processes',
    file: {
      'text/plain': text('The text format of Prometheus.'),
      'application/openmetrics-text': text('OpenMetrics 1.0, with exemplars; by Accept.'),
    },
  },
  '/openapi.json': {
    id: 'showOpenApi',
    summary: 'This document; YAML by Accept',
    response: Type.Object(
      {},
      { title: 'OpenApi', description: 'An OpenAPI 3.1 document.', additionalProperties: true },
    ),
  },
})
type Handler = (ctx: Koa.Context, deps: ManagementDeps) => void | Promise<void>
const handlers: Readonly<Record<keyof typeof resources, Handler>> = {
  '/livez': showLiveness,
  '/readyz': showReadiness,
  '/metrics': showMetrics,
  '/openapi.json': showOpenApi,
}

/** Builds the handler of the management port. */
export function buildManagementHandler(deps: ManagementDeps): RequestListener {
  const router = new Router()
  for (const [path, serve] of Object.entries(handlers))
    router.get(path, (ctx) => serve(ctx as unknown as Koa.Context, deps))
  const app = new Koa().use(requireKnownHost(deps.hostNames))
  return app.use(router.routes()).use(router.allowedMethods()).callback()
}

function showLiveness(ctx: Koa.Context): void {
  ctx.body = { status: 'live' }
}

function showReadiness(ctx: Koa.Context, { readiness }: ManagementDeps): void {
  const found = ctx.query.for ?? 'calls'
  const purpose = readinessPurposes.find((each) => each === found)
  if (!purpose) {
    ctx.status = 400
    ctx.body = { error: `for: found ${JSON.stringify(found)}; accepted are ${readinessPurposes.join(' and ')}` }
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
    nodes,
    warning,
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
  const text = await metrics()
  const isOpen = ctx.get('accept').includes('application/openmetrics-text')
  ctx.type = isOpen ? openMetricsContentType : expositionContentType
  ctx.vary('Accept')
  ctx.body = isOpen ? toOpenMetrics(text) : removeExemplars(text)
}

async function showOpenApi(ctx: Koa.Context): Promise<void> {
  const { contentType, body } = await renderOpenApiDocument(buildDocument(), ctx.req.headers.accept)
  ctx.type = contentType
  ctx.vary('Accept')
  ctx.body = body
}

function buildDocument(): OpenApiDocument {
  const { components, refer } = openComponents()
  const describeFailure = (description: string, schema: TSchema) => ({
    description,
    content: { 'application/json': refer(schema) },
  })
  const unreadyResponses = {
    400: describeFailure('The parameter has another value.', InvalidParameter),
    503: describeFailure('A check that this needs fails.', ReadinessView),
  }
  const routes = Object.entries(resources).map(([path, resource]) => {
    const operation = describeResource(resource, refer)
    const responses = { ...operation.responses, ...(resource.id === 'showReadiness' && unreadyResponses) }
    return { method: 'GET', path, operation: { ...operation, responses }, security: [] }
  })
  return buildOpenApiDocument({
    title: 'Sluice management port',
    version,
    description:
      'Health and metrics of a gateway. The port listens on 127.0.0.1 unless SLUICE_ADMIN_HOST is set, and answers requests for IP addresses, localhost and the names in SLUICE_ADMIN_NAMES.',
    servers: ['/'],
    tags: { management: 'Health and metrics.' },
    routes,
    schemas: components,
    securitySchemes: {},
  })
}
