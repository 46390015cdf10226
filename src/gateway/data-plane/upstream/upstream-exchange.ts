/**
 * A request to an upstream and its response. Both bodies stream at the pace of the slower side.
 *
 * The HTTP client calls the methods `on…`: the head of the response continues the call, and the body flows to a sink.
 */
import type { IncomingMessage } from 'node:http'
import { type Duplex, Readable } from 'node:stream'
import {
  type OutgoingRequest,
  type PendingRequest,
  type ResponseHandler,
  type ResponseHead,
  releaseBuffer,
} from '../../../shared/http/client/index.ts'
import type { Call } from '../call/call.ts'
import type { BodySink } from '../call/call-message.ts'
import type { CallNotes } from '../call/message-observer.ts'
import { readGrpcTimeout, renderGrpcTimeout } from '../errors/grpc-error.ts'
import { PeerTimeoutError } from '../errors/peer-timeout-error.ts'
import { runSteps } from '../execution/run.ts'
import { findHeader, setHeader } from '../message/headers.ts'
import { ExchangeTimeout, type ExchangeTimeouts, type TimedExchange, type TimeoutCause } from './exchange-timeout.ts'
import type { UpstreamAuthentication } from './fresh-credential.ts'
import type { CopyRequest } from './mirror.ts'
import { RequestBodyStream } from './request-body-stream.ts'
import { readResponseHeaders, receiveResponseHeaders, sendEarlyHints } from './response-headers.ts'
import { joinConnections } from './tunnel.ts'
import type { Upstream, UpstreamLease } from './upstream.ts'
import {
  DeadlineError,
  describeError,
  type FindStatusError,
  findUpstreamError,
  isCausedByUpstream,
  isRetryable,
  isStaleConnection,
  NoTargetAvailableError,
} from './upstream-errors.ts'
import type { WebSocketLimits } from './websocket-limits.ts'

/** The terms that all requests of an `invoke` share. */
export interface ExchangeTerms {
  timeouts: ExchangeTimeouts
  /** What the upstream knows the gateway by; undefined without `authenticate`. */
  authentication: UpstreamAuthentication | undefined
  webSocket: WebSocketLimits
  /** Copies the request to a mirror; undefined without one. */
  mirror: CopyRequest | undefined
  /** Returns the error of the call that a response is; undefined when no response is one. */
  findStatusError: FindStatusError | undefined
}

export interface UpstreamExchangeOptions {
  call: Call
  upstream: Upstream
  request: OutgoingRequest
  terms: ExchangeTerms
  /** Whether the request may be sent a second time when there was no response. */
  isRepeatable: boolean
}

export class UpstreamExchange implements ResponseHandler, TimedExchange {
  readonly #options: UpstreamExchangeOptions
  readonly #timeout: ExchangeTimeout
  readonly isUploading: boolean
  #phase: 'sent' | 'responded' | 'over' = 'sent'
  #sending: PendingRequest | undefined
  #lease: UpstreamLease | undefined
  #isRetried = false
  #isReauthenticated = false
  #status: number | undefined
  #sink: BodySink | undefined
  /** The parts of the body that arrived before a sink was attached. */
  #pendingParts: Buffer[] | undefined
  #bodyEnd: 'complete' | Error | undefined
  /** When the sink asked to pause, on the monotonic clock in milliseconds; undefined while the body flows. */
  pausedSince: number | undefined

  constructor(options: UpstreamExchangeOptions) {
    this.#options = options
    const { body } = options.request
    this.isUploading = body instanceof RequestBodyStream
    if (body instanceof Readable) options.request.onBodySent = releaseBuffer // the parts are read buffers, and no other code holds them
    this.#timeout = new ExchangeTimeout(options.terms.timeouts, this)
  }

  get request(): IncomingMessage {
    return this.#options.call.request
  }

  /** Sends the request. The call continues when the head of the response has arrived, or with an error. */
  start(): void {
    const { call } = this.#options
    call.message.exchange = this
    call.outcome.upstreamStartedAt = performance.now()
    const timeoutMs = call.request.httpVersionMajor === 2 ? readGrpcTimeout(call.request) : undefined
    if (timeoutMs !== undefined) {
      const leftMs = timeoutMs - (call.outcome.upstreamStartedAt - call.startedAtMonotonic)
      this.#timeout.limitWhole(leftMs, 'deadline')
      const { headers } = this.#options.request
      if (findHeader(headers, 'grpc-timeout') !== undefined)
        setHeader(headers, 'grpc-timeout', renderGrpcTimeout(leftMs))
    }
    this.#authenticateAndSend()
  }

  /** Passes the body to a sink from its first byte. It may be called once. */
  flowTo(sink: BodySink): void {
    this.#sink = sink
    for (const part of this.#pendingParts ?? []) sink.write(part)
    this.#pendingParts = undefined
    if (this.#bodyEnd === 'complete') sink.end()
    else if (this.#bodyEnd) sink.fail(this.#bodyEnd)
    else this.#resume()
  }

  /** Aborts the request and drops the response. */
  cancel(): void {
    if (this.#phase === 'over') return
    this.#finish()
    this.#sending?.abort()
  }

  // Callbacks of the HTTP client.

  onHead(head: ResponseHead): void {
    const { status } = head
    if (status === 401 && this.#options.terms.authentication && this.#sendsAgainWithOtherCredentials()) return
    this.#phase = 'responded'
    this.#status = status
    const { contentType } = readResponseHeaders(head)
    this.#timeout.responseStarted(contentType)

    const { call, terms } = this.#options
    call.outcome.upstreamRespondedAt = performance.now()
    call.message.status = status
    call.message.reasonPhrase = undefined
    call.message.isResponse = true
    call.message.responseLength = head.contentLength
    receiveResponseHeaders(call, head)
    runSteps(call, terms.findStatusError?.(status, contentType))
    if (this.#phase === 'responded' && !this.#sink) this.#sending?.pause()
  }

  onInterim(head: ResponseHead): void {
    sendEarlyHints(this.#options.call, head)
  }

  onUpgrade(head: ResponseHead, upstream: Duplex): void {
    const { call, terms } = this.#options
    this.#status = head.status
    this.#finish()
    call.outcome.upstreamRespondedAt = performance.now()
    if (call.upgrade && !call.progress.isOver) joinConnections(call, call.upgrade, upstream, head, terms.webSocket)
    else upstream.destroy()
  }

  onData(part: Buffer): void {
    this.#timeout.bodyReceived(part.length)
    if (!this.#sink) {
      this.#pendingParts ??= []
      this.#pendingParts.push(part)
    } else if (this.#sink.write(part)) return
    else this.#resumeAfterDrain(this.#sink)
    this.#sending?.pause()
  }

  onWholeBody(text: string): void {
    // The end of the response also ends an upload that goes on.
    if (this.request.complete && this.#sink?.endWithText) this.#sink.endWithText(text)
    else this.onData(Buffer.from(text, 'latin1'))
  }

  onTrailers(rawTrailers: string[]): void {
    this.#options.call.message.trailers = rawTrailers
  }

  onEnd(): void {
    this.#finish()
    this.#bodyEnd = 'complete'
    this.#sink?.end()
  }

  onError(error: Error): void {
    if (this.#phase === 'sent') this.#onNoResponse(error)
    else if (this.#phase === 'responded') {
      this.#finish(error)
      this.#bodyEnd = error
      this.#sink?.fail(error)
    }
  }

  // Callbacks of the timeouts.

  onTimeout(cause: TimeoutCause): void {
    this.#sending?.abort()
    this.onError(cause === 'deadline' ? new DeadlineError() : new PeerTimeoutError(cause))
  }

  // Private methods.

  #resumeAfterDrain(sink: BodySink): void {
    if (this.pausedSince !== undefined) return
    this.pausedSince = performance.now()
    sink.onDrain(() => {
      this.pausedSince = undefined
      this.#resume()
    })
  }

  #resume(): void {
    this.#timeout.restart()
    if (this.#sending?.isPaused) this.#sending.resume()
  }

  #authenticateAndSend(): void {
    const { terms, request } = this.#options
    const fetching = terms.authentication?.authenticate(request.headers)
    if (!fetching) {
      this.#send()
      return
    }
    fetching.then(
      () => {
        if (this.#phase === 'sent') this.#send()
        else this.#destroyBody()
      },
      (error) => {
        this.#destroyBody()
        if (this.#phase === 'sent') this.#onNoResponse(error)
      },
    )
  }

  /**
   * Handles a response with which the upstream rejects the credentials of the gateway. A request whose body can be sent again
   * is repeated once with new credentials: the upstream has not served it (RFC 9110 section 15.5.2).
   */
  #sendsAgainWithOtherCredentials(): boolean {
    const { terms, request } = this.#options
    if (!terms.authentication?.reject(request.headers)) return false
    if (this.#isReauthenticated || request.body instanceof Readable) return false
    this.#isReauthenticated = true
    this.#sending?.abort()
    this.#timeout.restart()
    this.#noteResult()
    this.#lease?.release(401, undefined)
    this.#lease = undefined
    this.#authenticateAndSend()
    return true
  }

  /** Ends a body that the client has not taken over. */
  #destroyBody(): void {
    if (this.#options.request.body instanceof Readable) this.#options.request.body.destroy()
  }

  #send(): void {
    const { call, upstream, request, terms } = this.#options
    try {
      const why = call.notes && upstream.describeChoice(call)
      this.#lease = upstream.acquire(call)
      if (!this.#lease) throw new NoTargetAvailableError()
      if (call.notes) noteAttempt(call.notes, this.#lease.target, `${why ?? ''}${this.#isRetried ? ', a retry' : ''}`)
      if (terms.mirror && !this.#isRetried && !this.#isReauthenticated) terms.mirror(request)
      this.#sending = this.#lease.connections.send(request, this)
    } catch (error) {
      this.#destroyBody()
      this.#onNoResponse(error)
    }
  }

  #onNoResponse(error: unknown): void {
    const { call, upstream, isRepeatable } = this.#options
    if (isRepeatable && !this.#isRetried && !call.progress.isOver && mayRetry(error, upstream)) {
      this.#isRetried = true
      this.#release(error)
      this.#send()
      return
    }
    this.#finish(error)
    call.message.exchange = undefined
    call.outcome.detail = describeError(error)
    runSteps(call, findUpstreamError(error))
  }

  #finish(error?: unknown): void {
    this.#phase = 'over'
    this.#timeout.stop()
    this.#release(error)
  }

  #release(error?: unknown): void {
    if (this.#lease) this.#noteResult(error)
    this.#lease?.release(this.#status, error === undefined ? undefined : this.#findFailureReason(error))
    this.#lease = undefined
  }

  #noteResult(error?: unknown): void {
    const attempt = this.#options.call.notes?.attempts.at(-1)
    if (!attempt) return
    attempt.tookMs = performance.now() - attempt.startMs
    attempt.result = error === undefined ? String(this.#status ?? 'ended') : describeError(error)
  }

  /** Returns the reason of the failure; undefined when the upstream did not cause it. */
  #findFailureReason(error: unknown): string | undefined {
    if (!isCausedByUpstream(error)) return undefined
    return this.#status === undefined ? findUpstreamError(error).reason : 'upstream_broken'
  }
}

/** A stale connection does not count as a failure of the upstream; other retries need the retry budget. */
function mayRetry(error: unknown, upstream: Upstream): boolean {
  return isStaleConnection(error) || (isRetryable(error) && upstream.mayRetry())
}

function noteAttempt({ attempts }: CallNotes, target: string, why: string): void {
  attempts.push({ target, why, startMs: performance.now() })
}
