/**
 * One call on its way through the gateway: what came in, what has been found out, and what will go out.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

import type { Client, Entitlement } from '../../consumers/index.ts'
import { remoteAddress } from '../../http/address.ts'
import type { HttpResponse } from '../../http/http-response.ts'
import type { AccessToken } from '../../lib/access-token.ts'
import type { CallTrace } from '../../telemetry/calls/index.ts'
import type { Reading } from '../limits/count.ts'
import type { Exchange } from '../upstream/exchange.ts'
import type { GatewayTools } from './deps.ts'
import type { Endpoint, PublishedApi, Resource } from './endpoint.ts'
import type { Safeguard } from './recovery.ts'
import type { Refusal, RefusalReason } from './refusals.ts'
import type { Frame } from './run.ts'

export class Call {
  readonly tools: GatewayTools
  readonly request: IncomingMessage
  readonly response: HttpResponse
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** The same moment on the monotonic clock. */
  readonly begunAt: number
  /** Remembered here: the socket forgets it when it closes. */
  readonly remote: string | undefined
  readonly method: string

  // What the head of the request says.
  /** The path that is matched, authorised and forwarded: normalised, with the leading slash. */
  path = ''
  /** The query with its question mark, or nothing. */
  search = ''
  /** The query before keys were taken out of it. */
  receivedSearch = ''
  encodedSlash = false
  authorization: string | undefined
  /** The gateway itself made use of the Authorization field: it goes no further. */
  authorizationConsumed = false
  accept: string | undefined
  origin: string | undefined
  /** The trace of the caller; empty when the header is repeated, which says nothing. */
  traceparent: string | undefined
  hasBody = false
  /** The connection, when the caller asks to switch it to another protocol. */
  upgrade: { protocol: string; connection: Duplex } | undefined
  /** The announced length of the body; undefined when it comes in chunks or not at all. */
  contentLength: string | undefined

  /** The span that the call is served in; undefined when it is not traced. */
  trace: CallTrace | undefined

  // Where it goes.
  api: PublishedApi | undefined
  resource: Resource | undefined
  endpoint: Endpoint | undefined
  /** Values of the path's parameters, in the order of the template. */
  parameters: readonly string[] = []

  // Who calls.
  client: Client | undefined
  entitlement: Entitlement | undefined
  token: AccessToken | undefined
  user: string | undefined

  // The message that policies read and change: the request until an answer has come, then the answer.
  /** Names and values in turn; neither hop-by-hop fields nor Host nor the length of the body. */
  headers: string[] = []
  status = 200
  /** A body made by a policy; it stands in the place of the one that came. */
  payload: Buffer | undefined
  /** The answer of an upstream, when there is one. */
  exchange: Exchange | undefined
  /** Names of the fields that policies have set, in lower case. */
  fieldsSet: Set<string> | undefined
  variables: Map<string, string> | undefined
  /** The announced length of the exchange's body; NaN when there is none. */
  answerLength = Number.NaN
  /** Fields that the gateway itself adds to the answer, names and values in turn. */
  readonly answerHeaders: string[]
  /** What the limits say that the call was counted against. */
  readings: Reading[] | undefined
  /** Seconds after which a limit that refused the call may let it pass. */
  retryAfter: number | undefined
  /** The answer says which origin may read it. */
  shared = false

  // How far it is.
  frame: Frame | undefined
  /** What catches an error of the assembly, while it runs. */
  safeguard: Safeguard | undefined
  /** The error that was caught. */
  error: Refusal | undefined
  /** The answer is complete, or nobody waits for it any more. */
  over = false
  reason: RefusalReason | 'client_gone' | 'upstream_broken' | 'client_stalled' | undefined
  /** More about the reason, for the log. */
  detail: string | undefined
  place: string | undefined
  /** The status with which the connection was switched to another protocol. */
  switched: number | undefined
  bytesOut = 0
  upstreamStartedAt = 0
  upstreamAnsweredAt = 0

  constructor(
    tools: GatewayTools,
    request: IncomingMessage,
    response: HttpResponse,
    id: string,
    startedAt: number,
  ) {
    this.tools = tools
    this.request = request
    this.response = response
    this.id = id
    this.startedAt = startedAt
    this.begunAt = performance.now()
    this.remote = remoteAddress(request)
    this.method = request.method as string
    this.answerHeaders = ['X-Request-Id', id]
  }

  /** Puts a body in the place of the message's own, which nobody reads any more. */
  replaceBody(payload: Buffer | undefined): void {
    this.payload = payload ?? Buffer.alloc(0)
    this.exchange?.cancel()
    this.exchange = undefined
  }
}
