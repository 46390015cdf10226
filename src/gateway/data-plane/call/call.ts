/**
 * One call on its way through the gateway.
 *
 * Each stage of the pipeline fills one of the records; the signature of a stage shows which records it reads and fills.
 */
import type { IncomingMessage } from 'node:http'
import type { HttpResponse } from '../../../shared/http/message/http-response.ts'
import type { UpgradeCaller } from '../../../shared/http/message/upgrade-caller.ts'
import { findClientAddress } from '../../../shared/http/request/client-address.ts'
import type { ActivityLog, Api, CallLimit } from '../../config/types/index.ts'
import type { CallReason, CallRecord, CallTrace } from '../../telemetry/calls/index.ts'
import { CallMessage } from './call-message.ts'
import { CallProgress } from './call-progress.ts'
import { Caller, RequestHead, RequestTarget } from './caller.ts'
import type { GatewayDeps } from './deps.ts'
import type { ApiResource, OperationEndpoint, PublishedApi } from './endpoint.ts'
import type { CallNotes, MessageObserver } from './message-observer.ts'

/** A request to switch the connection to another protocol, such as a WebSocket: RFC 9110 section 7.8. */
export interface ConnectionUpgrade {
  protocol: string
  caller: UpgradeCaller
}

/** The headers that the gateway adds to the response to the caller, whatever the upstream or the policies respond. */
class AddedResponseHeaders {
  /** A flat list of names and values, like `rawHeaders`, beside X-Request-Id and the headers of limits. */
  readonly list: string[] = []
  /** True when the response has CORS headers of the gateway. CORS headers of the upstream are then removed. */
  hasCors = false
}

const noHead = new RequestHead()

export class Call {
  readonly deps: GatewayDeps
  readonly request: IncomingMessage
  readonly response: HttpResponse
  readonly id: string
  /** When the call started, in milliseconds since the epoch. */
  readonly startedAt: number
  /** When the call started, on the monotonic clock in milliseconds. */
  readonly startedAtMonotonic: number
  /** The IP address of the caller. It is read here because a socket forgets it when it closes. */
  readonly remoteAddress: string | undefined
  readonly method: string
  /** The span of the call; undefined when the call is not traced. */
  trace: CallTrace | undefined
  /** The other protocol that the caller asks for; undefined for an ordinary request. */
  upgrade: ConnectionUpgrade | undefined

  /** Collects headers and bodies for the call log; undefined unless the API asks for them while calls are recorded. */
  observer: MessageObserver | undefined
  /** The notes for the explanation of the call; undefined unless it was chosen to be kept or recorded. */
  notes: CallNotes | undefined

  head: Readonly<RequestHead> = noHead
  readonly target = new RequestTarget()
  readonly route = new MatchedRoute()
  readonly caller = new Caller()
  readonly limits = new CallLimitResults()
  readonly message = new CallMessage()
  readonly addedHeaders = new AddedResponseHeaders()
  readonly progress = new CallProgress()
  readonly outcome = new CallOutcome()

  constructor(deps: GatewayDeps, request: IncomingMessage, response: HttpResponse, id: string, startedAt: number) {
    this.deps = deps
    this.request = request
    this.response = response
    this.id = id
    this.startedAt = startedAt
    this.startedAtMonotonic = performance.now()
    this.remoteAddress = findClientAddress(request)
    this.method = request.method ?? ''
  }
}

/** The outcome of a call, for its record. The part of the gateway that ends a call fills it. */
class CallOutcome {
  /** Why the call was rejected or broke off; undefined for a call that was served. */
  reason: CallReason | undefined
  /** A text for the log that explains the reason, such as the error of the upstream. */
  detail: string | undefined
  /** The element of the documents that caused the rejection, as `file:line`. */
  location: string | undefined
  /** The status with which the connection was switched to another protocol. */
  switchedStatus: number | undefined
  /** What the call log keeps of the call, when a policy has decided it. */
  activityLog: ActivityLog | undefined
  /** The function that masks fields in the bodies of the call log, as policies of the call demand. It throws for a text that is neither JSON nor XML. */
  redactText: ((text: string) => string) | undefined
  /** The names of headers that policies have masked, in lower case, for the call log. */
  redactedHeaders: string[] | undefined
  /** How the cache of responses served the call; undefined without one. */
  cache: CallRecord['cache']
  /** Bytes of the response body that were sent to the caller. */
  bytesSent = 0
  /** When the request to the upstream was sent, in milliseconds of the monotonic clock; 0 when none was. */
  upstreamStartedAt = 0
  /** When the head of the upstream's response arrived, in milliseconds of the monotonic clock; 0 without one. */
  upstreamRespondedAt = 0
}

/** The texts of a limit's response headers that are the same for all calls. */
export interface LimitHeaderTexts {
  kind: CallLimit['kind']
  /** The start of the values of `X-RateLimit-…` headers: `name=default,`. */
  name: string
  /** The value of `X-RateLimit-Limit`: `name=default,100;`. */
  limit: string
  /** The value of `RateLimit-Policy`: `"default";q=100;w=3600`. */
  policy: string
  /** The start of the value of `RateLimit`: `"default";r=`. */
  state: string
}

/** The state of a limit after a call was counted. */
export interface LimitStatus {
  headerTexts: LimitHeaderTexts
  remaining: number
  /** The calls above a soft limit; 0 for all others. */
  excess: number
  secondsLeft: number
}

/** What limits have counted, from the stage `withinLimits` and the policy `ratelimit`. */
class CallLimitResults {
  /** The limits that the response headers show; undefined when there is none. */
  shown: LimitStatus[] | undefined
  /** The names of the soft limits that the call exceeds, such as `rate limit "default"`; undefined when it exceeds none. */
  exceeded: string | undefined
  /** The value of Retry-After in seconds, when a limit has rejected the call. */
  retryAfterSeconds: number | undefined
  /** Counts the messages of a stream; undefined without limits of messages and bytes. */
  messages: { countEvents(chunk: Buffer): Promise<boolean>; counted: { message: number; byte: number } } | undefined
  /** Called when the call has ended, for limits on calls at the same time; undefined without such a limit. */
  leave: (() => void) | undefined
}

/** The API, the resource and the operation of a request. The stage `matchRoute` fills it. */
class MatchedRoute {
  /** Undefined when no API is published at the path. */
  api: PublishedApi | undefined
  /** Undefined when the API does not define the path. */
  resource: ApiResource | undefined
  /** Undefined when the resource does not define the method. */
  endpoint: OperationEndpoint | undefined
  /** The values of the path's parameters, still percent-encoded, in the order of the template. */
  parameters: readonly string[] = []

  /** The limits of bodies that the API has; undefined for the defaults. */
  get bodyLimits(): Api['bodyLimits'] {
    return this.api?.api.bodyLimits
  }

  /** Returns the API. Throws an `Error` when the stage `matchRoute` has found none. */
  requireApi(): PublishedApi {
    if (!this.api) throw new Error('the call has no API')
    return this.api
  }

  /** Returns the endpoint. Throws an `Error` when the stage `matchRoute` has found none. */
  requireEndpoint(): OperationEndpoint {
    if (!this.endpoint) throw new Error('the call has no endpoint')
    return this.endpoint
  }
}
