/** The state of one request to a provider, attached to its Koa context. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientNetwork } from '../../../shared/http/request/client-address.ts'
import { createDisconnectSignal } from '../../../shared/http/request/disconnect-signal.ts'
import { findTraceIds, type TraceIds } from '../../../shared/lib/headers/call-ids.ts'
import type { Client } from '../../consumers/index.ts'
import type { Consent } from '../state/consent.ts'
import type { TokenWork } from '../state/token-work.ts'
import type { VerifiedAccessToken } from '../tokens/verify-access-token.ts'
import type { ClientCredentials } from './credentials.ts'

/** Everything that the endpoints, the log and telemetry need to know of one request. */
export interface RequestState {
  /** The `X-Request-Id` that the gateway assigned; for the log only. */
  requestId: string | undefined
  /** The path of the request, without the query. */
  uri: string
  /** The trace ids of the request; those of the caller's span when requests are not traced. */
  trace: TraceIds | undefined
  /** The IP address of the caller, for counting failed attempts. */
  address: string
  /** Aborted when the caller closes the connection. */
  readonly signal: AbortSignal
  /** The client id that the request claims. It is not verified. */
  claimedClientId?: string
  /** The unvalidated `grant_type` of the request. */
  grant?: string | undefined
  /** The client, once it is authenticated. */
  client?: Client
  /** Whether the response is an HTML page for a browser. */
  inPage?: boolean
  /** Whether the scopes of the authorization request are checked. */
  hasScopes?: boolean
  /** Whether the request has a device code that no device shows. */
  isCodeWrong?: boolean
  /** The error that a redirect or a page of the authorization endpoint transports. */
  redirected?: unknown
  /** The error that oidc-provider has reported for this request. */
  failure?: unknown
  /** The client credentials of the request. They are not verified. */
  credentials?: ClientCredentials
  /** The access token that the request presents, once it is verified. */
  presented?: VerifiedAccessToken
  /** The text of that token, where oidc-provider looks for the token by its text. */
  presentedText?: string
  /** The consent of the token that the request presents. */
  consent?: Consent
  /** The tokens to issue, at the token endpoint. */
  work?: TokenWork
  /** What identifies the request object of an authorization request, and its end in ms since the epoch. */
  requestObject?: { id: string; expiresAt: number }
  /** The scope of the issued tokens. */
  issuedScope?: string
}

const maxClientIdLength = 256

/** Stores the client id that a request claims, shortened to 256 characters. */
export function setClaimedClientId(state: RequestState, { id }: { id: string }): void {
  state.claimedClientId = id.slice(0, maxClientIdLength)
}

/** Creates the state of a request. Its signal, made on first use, aborts when the client leaves before the response. */
export function openRequestState(request: IncomingMessage, response: ServerResponse): RequestState {
  const { 'x-request-id': requestId, traceparent } = request.headers
  const [uri = ''] = (request.url ?? '').split('?', 1)
  let signal: AbortSignal | undefined
  return {
    requestId: requestId as string | undefined, // Node joins repeated headers
    uri,
    trace: findTraceIds(traceparent),
    address: clientNetwork(request),
    get signal() {
      signal ??= createDisconnectSignal(response)
      return signal
    },
  }
}

const key = Symbol('call')

/** Returns the request state that `attachRequestState` stored in a context. */
export function getRequestState(ctx: { state: object }): RequestState {
  return (ctx.state as { [key]: RequestState })[key]
}

/** Stores the request state in a Koa context. */
export function attachRequestState(ctx: { state: object }, state: RequestState): void {
  ;(ctx.state as { [key]?: RequestState })[key] = state
}
