/** What is known of a call while it is served. */
import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Client } from '../../consumers/index.ts'
import { addressOf } from '../../http/address.ts'
import { findTraceIds, type TraceIds } from '../../lib/headers/trace-context.ts'
import type { OauthError } from '../errors/oauth-error.ts'

export interface RequestState {
  /** As the gateway named the call; for the log alone. */
  requestId: string | undefined
  uri: string
  /** The trace ids of the request; those of the caller's span when requests are not traced. */
  trace: TraceIds | undefined
  /** Where the caller is, for counting failed attempts. */
  address: string
  /** Aborted when the caller goes away. */
  signal: AbortSignal
  /** The client that the request names, and the grant; nothing of it is proven. */
  claimedClientId?: string
  grant?: string | undefined
  /** The client, once it has proven itself. */
  client?: Client
  /** Whether the caller is a person, who gets HTML pages. */
  inPage?: boolean
  /** The refusal that the caller takes back to its client, in a redirect. */
  redirected?: OauthError
  /** What went wrong inside a grant. */
  failure?: unknown
}

const longestClaim = 256

/** Notes which client a request names. It may be anything. */
export function recordClaimedClient(call: RequestState, { id }: { id: string }): void {
  call.claimedClientId = id.slice(0, longestClaim)
}

/** Opens the state of a call. */
export function openRequestState(request: IncomingMessage, response: ServerResponse): RequestState {
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort(new Error('the caller went away'))
  })
  const { 'x-request-id': requestId, traceparent } = request.headers
  return {
    requestId: typeof requestId === 'string' ? requestId : undefined,
    uri: (request.url ?? '').split('?', 1)[0] as string,
    trace: findTraceIds(traceparent),
    address: addressOf(request),
    signal: gone.signal,
  }
}

const key = Symbol('call')

/** The state of the call that a context belongs to. */
export function getRequestState(ctx: { state: object }): RequestState {
  return (ctx.state as { [key]: RequestState })[key]
}

export function attachRequestState(ctx: { state: object }, call: RequestState): void {
  ;(ctx.state as { [key]?: RequestState })[key] = call
}
