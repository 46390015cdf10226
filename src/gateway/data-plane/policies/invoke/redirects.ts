/** The member `follow-redirects`: sends the request again to the URL that the upstream names (RFC 9110 section 15.4). */
import type { OutgoingRequest } from '../../../../shared/http/client/index.ts'
import { getOrCreate } from '../../../../shared/lib/collections/get-or-create.ts'
import type { Call } from '../../call/call.ts'
import type { CallStep } from '../../call/call-progress.ts'
import { filterHeaders, findHeader } from '../../message/headers.ts'
import type { PolicyContext } from '../../policy/policy.ts'
import { buildSingleUpstream, type Upstream } from '../../upstream/upstream.ts'
import type { GetConnections } from '../../upstream/upstream-connections.ts'
import { listOrigins } from './computed-target.ts'

export interface SentRequest {
  origin: string
  upstream: Upstream
  request: OutgoingRequest
  /** Whether a redirect has led to another origin, which gets no credentials. */
  isElsewhere?: boolean
  /** Set when a redirect was followed, whose response is not that of the URL of the request. */
  isRedirected?: boolean
}

export type SendRequest = (call: Call, request: Omit<SentRequest, 'origin'>) => ReturnType<CallStep>

/** Returns the step that runs when the response to the request has begun. */
export type FollowRedirects = (sent: SentRequest) => CallStep

const maxRedirects = 8
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const ofBody = /^content-(?:length|type|encoding|language|location)$/i
const ofOrigin = /^(?:authorization|cookie|proxy-authorization)$/i

/**
 * Returns a function that follows redirects. Only origins that the API writes out are followed, so that an upstream
 * cannot send the gateway to other servers; other redirects reach the caller. `send` sends the next request.
 */
export function compileRedirects(
  { api, deps }: Pick<PolicyContext, 'api' | 'deps'>,
  connect: (origin: string) => GetConnections,
  send: SendRequest,
): FollowRedirects {
  const allowed = listOrigins(api)
  const upstreams = new Map<string, Upstream>()

  function findUpstream(origin: string): Upstream {
    return getOrCreate(upstreams, origin, () => buildSingleUpstream({ url: origin, connect: connect(origin) }, deps))
  }

  function follow(call: Call, sent: SentRequest, count: number): ReturnType<CallStep> {
    const { status, headers } = call.message
    const location = redirects.has(status) ? findHeader(headers, 'location') : undefined
    if (location === undefined || count >= maxRedirects) return undefined
    const base = sent.origin + sent.request.path
    if (!URL.canParse(location, base)) return undefined
    const { origin, pathname, search } = new URL(location, base)
    if (origin !== sent.origin && !allowed.has(origin)) return undefined
    const isElsewhere = sent.isElsewhere === true || origin !== sent.origin
    const request = buildNextRequest(sent.request, status, isElsewhere)
    if (!request) return undefined

    call.message.exchange?.cancel()
    const upstream = origin === sent.origin ? sent.upstream : findUpstream(origin)
    const next = { origin, upstream, request: { ...request, path: pathname + search }, isElsewhere }
    const kept = copyHeaders(next)
    call.progress.enter([(again) => follow(again, kept, count + 1)])
    return send(call, next)
  }

  return (sent) => {
    const kept = copyHeaders(sent)
    return (call) => {
      const result = follow(call, kept, 0)
      if (result !== undefined) sent.isRedirected = true
      return result
    }
  }
}

/** Copies the headers before the authentication at the upstream adds its own, which are for one origin. */
function copyHeaders(sent: SentRequest): SentRequest {
  return { ...sent, request: { ...sent.request, headers: sent.request.headers.slice() } }
}

/** Returns undefined when the request has a body that cannot be sent twice. */
function buildNextRequest(request: OutgoingRequest, status: number, leaves: boolean): OutgoingRequest | undefined {
  const { body, ...rest } = request
  const headers = leaves ? filterHeaders(request.headers, (name) => !ofOrigin.test(name)) : request.headers
  const becomesGet = status === 303 ? request.method !== 'HEAD' : status < 303 && request.method === 'POST'
  if (becomesGet) return { ...rest, method: 'GET', headers: filterHeaders(headers, (name) => !ofBody.test(name)) }
  if (body === undefined) return { ...rest, headers }
  return Buffer.isBuffer(body) ? { ...rest, headers, body } : undefined
}
