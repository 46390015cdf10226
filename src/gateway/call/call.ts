/**
 * One call on its way through the gateway.
 *
 * Each record is filled by one stage of the pipeline; the signature of a stage says which records it reads or fills.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

import { remoteAddress } from '../../http/address.ts'
import type { HttpResponse } from '../../http/http-response.ts'
import type { CallTrace } from '../../telemetry/calls/index.ts'
import { CallOutcome } from './call-outcome.ts'
import { Caller } from './caller.ts'
import type { GatewayTools } from './deps.ts'
import { LimitState } from './limit-state.ts'
import { MatchedRoute } from './matched-route.ts'
import { Message } from './message.ts'
import { Progress } from './progress.ts'
import { Reply } from './reply.ts'
import { RequestHead } from './request-head.ts'
import { RequestTarget } from './request-target.ts'

/** A request to switch the connection to another protocol, such as a WebSocket: RFC 9110 section 7.8. */
export interface ConnectionUpgrade {
  protocol: string
  connection: Duplex
}

export class Call {
  readonly tools: GatewayTools
  readonly request: IncomingMessage
  readonly response: HttpResponse
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** The same moment on the monotonic clock. */
  readonly begunAt: number
  /** The IP address of the caller. It is read here because a socket forgets it when it closes. */
  readonly remote: string | undefined
  readonly method: string
  /** The span of the call; undefined when the call is not traced. */
  trace: CallTrace | undefined
  /** Undefined when the caller does not ask for another protocol. */
  upgrade: ConnectionUpgrade | undefined

  readonly head = new RequestHead()
  readonly target = new RequestTarget()
  readonly route = new MatchedRoute()
  readonly caller = new Caller()
  readonly limits = new LimitState()
  readonly message = new Message()
  readonly reply: Reply
  readonly progress = new Progress()
  readonly outcome = new CallOutcome()

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
    this.reply = new Reply(id)
  }
}
