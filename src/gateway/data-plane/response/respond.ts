/**
 * The last stage of a call: sends the message that the policies leave to the caller. Streams of server-sent events end with
 * the access token of their caller. The last event says why: `event: end`, `data: {"reason": "token_expired"}`.
 */
import { releaseBuffer } from '../../../shared/http/client/index.ts'
import { FastPathResponse } from '../../../shared/http/fast-path/fast-path-response.ts'
import { Http2Response } from '../../../shared/http/http2/http2-response.ts'
import type { HttpResponse } from '../../../shared/http/message/http-response.ts'
import { runOnce } from '../../../shared/http/message/run-once.ts'
import { maxTimerMs } from '../../../shared/lib/time/timers.ts'
import type { Call } from '../call/call.ts'
import type { BodySink, UnreadResponseBody } from '../call/call-message.ts'
import { type CallStepResult, resumedLater } from '../call/call-progress.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { addGatewayHeaders, failCall, rejectCall, renderGatewayLines } from '../execution/run.ts'
import { filterHeaders, findHeader, removeHeader } from '../message/headers.ts'
import { BodyTooLargeError, readWholeBody } from '../message/message-body.ts'
import { applyReasonPhrase } from '../message/reason-phrase.ts'
import { isBodylessStatus } from '../upstream/response-headers.ts'
import { describeError, findUpstreamError, isClientTimeout } from '../upstream/upstream-errors.ts'

/** Sends the response. A body from an upstream streams. */
export function respond(call: Call): typeof resumedLater | Promise<CallStepResult | typeof resumedLater> {
  const { exchange, payload, isResponse } = call.message
  if (exchange) {
    const sink = new ResponseSink(call)
    // A body without Content-Length may start much later than its head, such as a stream of events, so the head
    // is sent now. Other bodies usually arrive together with their head.
    const isOpenEnded = Number.isNaN(call.message.responseLength)
    exchange.flowTo(isOpenEnded && isEventStream(call) ? new EventStreamSink(call, sink, exchange) : sink)
    if (isOpenEnded) setImmediate(sendHead, sink)
    return resumedLater
  }

  if (!payload && !isResponse && call.head.hasBody) return returnRequest(call)
  const body = payload ?? emptyBody
  const headers = findOwnHeaders(call)
  const isBodyless = isBodylessStatus(call.message.status)
  // A policy that reads a response to HEAD finds no body: the length of the resource is unknown (RFC 9110 section 8.6).
  const isUnknown = isResponse && body.length === 0 && call.method === 'HEAD'
  if (!isBodyless && !isUnknown) headers.push('Content-Length', String(body.length))
  call.progress.isOver = true
  call.outcome.bytesSent = body.length
  applyReasonPhrase(call)
  call.response.writeHead(call.message.status, addGatewayHeaders(headers, call, call.message.status))
  if (isBodyless || call.method === 'HEAD') call.response.end()
  else call.response.end(body)
  return resumedLater
}

/** Reads the body of the request, which is the message of a call without an upstream, and responds with it. */
async function returnRequest(call: Call): Promise<CallStepResult | typeof resumedLater> {
  try {
    await readWholeBody(call, maxReturnedBytes)
  } catch (error) {
    return error instanceof BodyTooLargeError ? tooLarge : findUpstreamError(error)
  }
  return respond(call)
}

const maxReturnedBytes = 4 * 1024 * 1024
const tooLarge = new GatewayError('payload_too_large')

function sendHead(sink: ResponseSink): void {
  sink.sendHead()
}

const emptyBody = Buffer.alloc(0)

/** Adds the trailers of an upstream. Callers of HTTP/1.1 get none: RFC 9110 section 6.5.1. */
function sendTrailers(response: HttpResponse, rawTrailers: readonly string[]): void {
  if (!(response instanceof Http2Response)) return
  const trailers: Record<string, string[]> = Object.create(null) // a name may be `constructor`
  for (let index = 0; index < rawTrailers.length; index += 2) {
    const name = rawTrailers[index] as string
    trailers[name] ??= []
    trailers[name].push(rawTrailers[index + 1] as string)
  }
  response.addTrailers(trailers)
}

/** Returns the headers for a body of the gateway: those that policies set, and the type of the caller's body. */
function findOwnHeaders({ message, progress, head }: Pick<Call, 'message' | 'progress' | 'head'>): string[] {
  const { headers, headersSetByPolicies, isBodyReplaced } = message
  const hasResponse = message.isResponse || progress.caughtError !== undefined
  return filterHeaders(headers, (spelling) => {
    const name = spelling.toLowerCase()
    if (name === 'content-length') return false
    const describesBody = (name === 'content-type' || name === 'content-encoding') && head.hasBody && !isBodyReplaced
    return hasResponse || headersSetByPolicies?.has(name) === true || describesBody
  })
}

/** Streams a body at the caller's pace. The head goes with the first part: earlier failures get an error response. */
class ResponseSink implements BodySink {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  write(chunk: Buffer): boolean {
    const call = this.#call
    if (!this.#begin()) return true
    call.outcome.bytesSent += chunk.length
    // The end of the response also ends an upload that goes on.
    if (call.outcome.bytesSent !== call.message.responseLength || !call.request.complete)
      return call.response.write(chunk, (error) => {
        if (!error) releaseBuffer(chunk)
      })

    call.response.end(chunk) // writes the last part and ends the response with one call
    return true
  }

  endWithText(text: string): void {
    const call = this.#call
    if (!this.#begin()) return
    call.outcome.bytesSent += text.length
    call.response.end(text, 'latin1')
  }

  onDrain(resume: () => void): void {
    runOnce(this.#call.response, 'drain', resume)
  }

  end(): void {
    const call = this.#call
    if (!this.#begin()) return
    call.progress.isOver = true
    if (call.message.trailers) sendTrailers(call.response, call.message.trailers)
    if (!call.response.writableEnded) call.response.end()
  }

  /** Closes the connection, because a response that is cut short must not look complete (RFC 9112 section 8). */
  fail(error: Error): void {
    const call = this.#call
    if (call.progress.isOver) return
    call.outcome.detail = describeError(error)
    if (!call.response.headersSent) {
      rejectCall(call, findUpstreamError(error))
      return
    }
    call.progress.isOver = true
    call.outcome.reason = isClientTimeout(error) ? 'client_stalled' : 'upstream_broken'
    call.response.destroy()
  }

  sendHead(): void {
    if (!this.#call.response.writableEnded && this.#begin()) this.#call.response.flushHeaders()
  }

  /** Writes the head unless it was written. Returns false when the call has ended. */
  #begin(): boolean {
    const call = this.#call
    if (call.response.headersSent) return true
    if (call.progress.isOver) return false
    if (isBodylessStatus(call.message.status)) removeHeader(call.message.headers, 'content-length')
    try {
      writeHead(call)
    } catch (error) {
      failCall(call, error)
      return false
    }
    return true
  }
}

function writeHead(call: Call): void {
  const { response } = call
  const { status, received } = call.message
  applyReasonPhrase(call)
  if (received && !call.observer && response instanceof FastPathResponse)
    response.writeHead(status, call.addedHeaders.list, received, renderGatewayLines(call, status))
  else response.writeHead(status, addGatewayHeaders(call.message.headers, call, status))
}

const tokenCheckMs = 2_000
/** How long an event that has begun may take to end. */
const partialEventMs = 5_000
const lineFeed = 10

const reasons = {
  token_expired: 'the access token has expired',
  token_revoked: 'the access token is no longer valid',
  limit_reached: 'a limit of the plan on messages or bytes is used up',
} as const

function isEventStream({ message, caller, limits }: Pick<Call, 'message' | 'caller' | 'limits'>): boolean {
  const type = (caller.token || limits.messages) && findHeader(message.readableHeaders, 'content-type')
  return type?.startsWith('text/event-stream') === true
}

/** A sink in front of the response that ends it when the token of the call does. */
class EventStreamSink implements BodySink {
  readonly #call: Call
  readonly #next: BodySink
  readonly #exchange: UnreadResponseBody
  readonly #timers: NodeJS.Timeout[] = []
  /** Whether all that was sent are whole events. */
  #isBetweenEvents = true
  #lastByte = lineFeed
  #ending: keyof typeof reasons | undefined
  #isOver = false

  constructor(call: Call, next: BodySink, exchange: UnreadResponseBody) {
    this.#call = call
    this.#next = next
    this.#exchange = exchange
    this.#isOver = call.response.destroyed // the caller has hung up before the head of the response arrived
    if (this.#isOver) return
    const { token, checkToken } = call.caller
    const leftMs = token ? token.expiresAt * 1_000 - call.deps.clock() : Number.POSITIVE_INFINITY
    if (leftMs <= maxTimerMs) this.#timers.push(setTimeout(() => this.#endWith('token_expired'), leftMs))
    if (checkToken) this.#timers.push(setInterval(() => void this.#check(checkToken), tokenCheckMs))
    call.response.once('close', () => this.#stop())
  }

  write(chunk: Buffer): boolean {
    if (this.#isOver) return true
    const last = chunk[chunk.length - 1]
    const before = chunk.length > 1 ? chunk[chunk.length - 2] : this.#lastByte
    this.#isBetweenEvents = last === lineFeed && before === lineFeed
    this.#lastByte = last ?? this.#lastByte
    if (this.#call.limits.messages) void this.#count(chunk)
    const isFlowing = this.#next.write(chunk)
    if (this.#ending && this.#isBetweenEvents) this.#finish(this.#ending)
    return isFlowing
  }

  async #count(chunk: Buffer): Promise<void> {
    const isUsedUp = await this.#call.limits.messages?.countEvents(chunk).catch(() => false) // an outage ends nothing
    if (isUsedUp) this.#endWith('limit_reached')
  }

  onDrain(resume: () => void): void {
    this.#next.onDrain(resume)
  }

  end(): void {
    if (!this.#stop()) return
    this.#next.end()
  }

  fail(error: Error): void {
    if (!this.#stop()) return
    this.#next.fail(error)
  }

  async #check(checkToken: NonNullable<Call['caller']['checkToken']>): Promise<void> {
    const result = await Promise.resolve(checkToken()).catch(() => undefined) // an outage ends nothing
    if (result && 'refused' in result) this.#endWith('token_revoked')
  }

  #endWith(reason: keyof typeof reasons): void {
    if (this.#isOver || this.#ending) return
    this.#ending = reason
    if (this.#isBetweenEvents) this.#finish(reason)
    else this.#timers.push(setTimeout(() => this.#finish(reason), partialEventMs))
  }

  #finish(reason: keyof typeof reasons): void {
    const isWhole = this.#isBetweenEvents
    if (!this.#stop()) return
    this.#call.outcome.reason = reason === 'limit_reached' ? 'rate_limit' : 'token_invalid'
    this.#call.outcome.detail = reasons[reason]
    this.#exchange.cancel()
    if (!isWhole) {
      this.#next.fail(new Error(reasons[reason]))
      return
    }
    this.#next.write(Buffer.from(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`))
    this.#next.end()
  }

  /** Stops the timers. Returns whether the stream was open. */
  #stop(): boolean {
    const wasOpen = !this.#isOver
    this.#isOver = true
    for (const timer of this.#timers) clearTimeout(timer)
    return wasOpen
  }
}
