/** The policy `external-authorization`: a service decides whether the call may go on. */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { fetchWholeResponse, type OutgoingRequest } from '../../../shared/http/client/index.ts'
import { isHeaderValue } from '../../../shared/http/message/header-lines.ts'
import { limitEntries } from '../../../shared/lib/caches/limit-entries.ts'
import { JsonLimitError } from '../../../shared/lib/collections/json-object.ts'
import { decodeHeaderText } from '../../../shared/lib/headers/header-text.ts'
import { type Static, Type } from '../../../shared/lib/json-schema/type.ts'
import type { Call } from '../../data-plane/call/call.ts'
import { DocumentError, locateWithin } from '../../data-plane/errors/document-error.ts'
import { GatewayError } from '../../data-plane/errors/gateway-errors.ts'
import { readDecodedBody } from '../../data-plane/message/decoded-body.ts'
import { filterHeaders, findHeader } from '../../data-plane/message/headers.ts'
import { setMessageHeader } from '../../data-plane/policies/message-actions.ts'
import { findTlsProfile } from '../../data-plane/policy/find-tls-profile.ts'
import { definePolicy, type PolicyContext } from '../../data-plane/policy/policy.ts'
import { buildMalformedError, findBodyError } from '../../data-plane/policy/read-body.ts'
import { renderTemplate } from '../../data-plane/templates/render-template.ts'
import { compileTargetUrl } from '../../data-plane/templates/target-url.ts'
import { compileTemplate } from '../../data-plane/templates/template.ts'
import { countTargetFailure } from '../../telemetry/calls/index.ts'
import { type AuthorizationDecision, protocols } from './protocols.ts'

/** Headers that frame a message or belong to a connection, which no service may set or see. */
const framing = /^(?:connection|content-length|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i
const headerName = Type.String({ pattern: "^[\\w!#$%&'*+.^`|~-]+$" })
const headerNames = (description: string, names: string[]) => Type.Array(headerName, { default: names, description })

const settings = Type.Object({
  url: Type.String({ description: 'The http or https URL of the service; for opa, that of the rule in the data API' }),
  protocol: Type.Enum(['ext-authz', 'opa'], {
    default: 'ext-authz',
    description: 'The HTTP service of Envoy (method, path and headers; 2xx allows), or the data API of OPA',
  }),
  'tls-profile': Type.Optional(Type.String({ description: 'The TLS client profile for the service' })),
  timeout: Type.Number({ minimum: 0.01, maximum: 60, default: 1, description: 'Seconds for the whole response' }),
  headers: headerNames('Headers of the request that the service sees; a token of the catalog is never sent', []),
  values: Type.Record(headerName, Type.String(), {
    default: {},
    description: 'Texts with variables: headers for ext-authz, `input.values` for opa',
  }),
  'max-body-bytes': Type.Integer({
    minimum: 0,
    maximum: 1024 * 1024,
    default: 0,
    description: 'The body is sent up to this length; a longer one is 413. 0 sends none',
  }),
  'upstream-headers': headerNames(
    'Headers that the upstream gets from an allowing decision, and never from the caller',
    [],
  ),
  'client-headers': headerNames('Headers of a refusal that the caller gets', [
    'WWW-Authenticate',
    'Location',
    'Retry-After',
    'Set-Cookie',
  ]),
  'cache-seconds': Type.Number({
    minimum: 0,
    maximum: 3600,
    default: 0,
    description: 'Seconds for which a decision counts for calls about which the service would be asked the same',
  }),
  'on-failure': Type.Enum(['refuse', 'allow'], {
    default: 'refuse',
    description: 'What happens without a decision in time: 503, or the call goes on',
  }),
})

const maxResponseBytes = 64 * 1024
const maxKeptDecisions = 10_000

interface KeptDecision {
  decision: AuthorizationDecision
  /** The time until which it counts, in milliseconds since the epoch. */
  until: number
}

export const externalAuthorizationPolicy = definePolicy({
  policy: 'external-authorization',
  settings,

  build(own, context) {
    const { scope, location } = context
    const at = (member: string) => locateWithin(location, member)
    const { origin, fixedPath: path } = compileTargetUrl(own.url, scope, at('url'))
    if (path === undefined) throw new DocumentError(at('url'), 'url may not depend on the call')
    for (const member of ['headers', 'upstream-headers', 'client-headers', 'values'] as const)
      for (const name of member === 'values' ? Object.keys(own.values) : own[member])
        if (framing.test(name)) throw new DocumentError(at(member), `${name} belongs to the connection: leave it out`)
    const { buildRequest } = protocols[own.protocol]
    const seen = new Set(own.headers.map((name) => name.toLowerCase()))
    const values = Object.entries(own.values).map(
      ([name, text]) => [name, compileTemplate(text, scope, at('values'))] as const,
    )
    const findDecision = openDecisions(own, origin, context)
    const malformed = buildMalformedError(location)
    const unusable = new GatewayError('value_unusable', { location })
    const failed = new GatewayError('authorization_unavailable', { headers: ['Retry-After', '5'], location })

    return async function externalAuthorization(call) {
      let body: Buffer | undefined
      if (own['max-body-bytes'] > 0 && call.head.hasBody) {
        try {
          body = await readDecodedBody(call, own['max-body-bytes'])
        } catch (error) {
          return findBodyError(call, error, malformed)
        }
      }
      const { message, head, caller } = call
      const headers = filterHeaders(message.readableHeaders, (name) => seen.has(name.toLowerCase()))
      if (seen.has('authorization') && head.authorization !== undefined && !caller.isAuthorizationConsumed)
        headers.push('Authorization', head.authorization)
      const rendered = Object.fromEntries(values.map(([name, template]) => [name, renderTemplate(template, call)]))
      // No failure: what a caller sends must not reach `on-failure`.
      if (own.protocol === 'ext-authz' && Object.values(rendered).some((text) => !isHeaderValue(text))) return unusable
      // The service alone sets these.
      for (const name of own['upstream-headers']) setMessageHeader(call, name, undefined)
      try {
        const decision = await findDecision(buildRequest({ call, path, headers, values: rendered, body }))
        if (!decision.isAllowed) return refuse(call, decision)
        for (const name of own['upstream-headers']) {
          const value = findHeader(decision.headers, name.toLowerCase())
          if (value !== undefined) setMessageHeader(call, name, decodeHeaderText(value))
        }
        return undefined
      } catch (error) {
        if (error instanceof JsonLimitError) return findBodyError(call, error, malformed) // of the body of the call
        call.outcome.detail = `${origin} made no decision: ${(error as Error).message}`
        return own['on-failure'] === 'allow' ? undefined : failed
      }
    }

    function refuse(call: Call, { status, headers: all }: AuthorizationDecision): GatewayError {
      const wanted = new Set(own['client-headers'].map((name) => name.toLowerCase()))
      const headers = filterHeaders(all, (name) => wanted.has(name.toLowerCase()))
      call.outcome.detail = `${origin} refused the call with status ${status}`
      return new GatewayError('authorization_refused', { status, headers, location })
    }
  },
})

/** Returns what asks the service, or finds a decision that counts. It rejects without a decision. */
function openDecisions(own: Static<typeof settings>, origin: string, context: PolicyContext) {
  const { connections, deps, location } = context
  const profile = findTlsProfile(own['tls-profile'], context, locateWithin(location, 'tls-profile'))
  const connect = connections.find(origin, profile)
  const { readDecision } = protocols[own.protocol]
  const counts = deps.targetCounts.find(origin)
  const limits = { timeoutMs: own.timeout * 1_000, maxBodyBytes: maxResponseBytes }
  const keptMs = own['cache-seconds'] * 1_000
  const kept = new LRUCache<string, KeptDecision>(limitEntries(maxKeptDecisions))

  async function decide(request: OutgoingRequest): Promise<AuthorizationDecision> {
    counts.requests += 1
    const response = await fetchWholeResponse(connect(), request, limits).catch((error) => {
      countTargetFailure(counts, undefined, 'upstream_unreachable')
      throw error
    })
    countTargetFailure(counts, response.status, undefined)
    return readDecision(response)
  }

  return async function findDecision(request: OutgoingRequest): Promise<AuthorizationDecision> {
    if (keptMs === 0) return decide(request)
    const key = hashRequest(request)
    const known = kept.get(key)
    if (known && known.until > deps.clock()) return known.decision
    const decision = await decide(request)
    kept.set(key, { decision, until: deps.clock() + keptMs })
    return decision
  }
}

function hashRequest({ method, path, headers, body }: OutgoingRequest): string {
  const hash = createHash('sha256').update(JSON.stringify([method, path, headers]))
  return (body instanceof Buffer ? hash.update(body) : hash).digest('base64url')
}
