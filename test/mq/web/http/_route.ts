/** Sends requests to one route of a server whose services are made for the test. */

import {
  jsonResponse,
  type RestContext,
  type RestRoute,
  type RestServices,
  type RouteAccess,
} from '../../../../src/mq/web/context/rest-context.ts'
import { ibmmqDialect, restVersions } from '../../../../src/mq/web/context/rest-dialect.ts'
import type { RequestForwarding } from '../../../../src/mq/web/context/web-part.ts'
import { createRouteListener } from '../../../../src/mq/web/http/route-listener.ts'
import { createCaller } from '../../../../src/mq/web/identity/roles.ts'
import { ResponseCounts } from '../../../../src/mq/web/metrics/mqweb-metrics.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { createRequest, RecordedResponse, type RequestParts } from './_exchange.ts'

export const alice = createCaller('alice', [], new Set(['MQWebUser']), 'basic')
export const secret = Buffer.alloc(32, 1)
export const path = '/ibmmq/rest/v2/admin/qmgr/QM1'

export interface Manager {
  state: 'running' | 'standby'
  isShared: boolean
  /** Whether the active instance is in this process; undefined without an active instance. */
  isHere?: boolean
}

export interface Trial extends RequestParts {
  template?: string
  access?: RouteAccess
  mark?: RestRoute[5]
  application?: 'rest' | 'console'
  manager?: Manager
  params?: Record<string, string>
  isAsynchronous?: boolean
  allowedOrigins?: string
  /** Forwards requests; the server has no forwarding when undefined. */
  forwarding?: Partial<RequestForwarding>
}

/** Sends one request. Returns the response, who served it, and the context that the handler got. */
export async function send(options: Trial = {}) {
  const { template = '/admin/qmgr/:qmgr', access = ['MQWebUser'], mark, application = 'rest' } = options
  const { manager = { state: 'running', isShared: false }, isAsynchronous, url = path } = options
  const served: string[] = []
  const contexts: RestContext[] = []
  const instance = { ...manager, name: 'QM1', findActive }
  async function findActive() {
    return manager.isHere === undefined ? undefined : { isHere: manager.isHere, id: 'instance-1', secret }
  }
  const services = {
    installation: { find: (name: string) => (name === 'QM1' ? instance : undefined) },
    settings: () => ({
      properties: { mqRestCsrfValidation: true, mqRestCorsAllowedOrigins: options.allowedOrigins ?? '' },
    }),
    authenticator: { authenticate: () => (isAsynchronous ? Promise.resolve(alice) : alice) },
    forwarding: options.forwarding && {
      ...options.forwarding,
      async forward(context: RestContext, forwardedTo: string) {
        served.push(`forwarder of ${forwardedTo}`)
        contexts.push(context)
        return jsonResponse(200, {})
      },
    },
    responseCounts: new ResponseCounts(),
    log: silentLog,
  } as unknown as RestServices
  const handler = (context: RestContext) => {
    served.push('handler')
    contexts.push(context)
    return jsonResponse(200, { text: 'x'.repeat(2_000) })
  }
  const unmarked = ['GET', template, [2], access, handler] as const
  const route: RestRoute = mark ? [...unmarked, mark] : unmarked
  const listener = createRouteListener(
    route,
    { dialect: ibmmqDialect, version: restVersions[1], application },
    services,
  )
  const response = new RecordedResponse()
  const ended = new Promise((resolve) => response.once('close', resolve))
  await listener({
    request: createRequest({ ...options, url }),
    response,
    path: url,
    search: '',
    params: options.params ?? { qmgr: 'QM1' },
  })
  if (response.headers['content-encoding'] !== undefined) await ended
  const id = response.statusCode < 400 ? undefined : JSON.parse(response.body.toString()).error[0].msgId
  return { response, served, id, context: contexts[0] }
}
