/**
 * One request to an upstream and its answer, streamed both ways at the pace of the slower side.
 *
 * It is the handler that the client calls back: the head of the answer continues the call, the body flows to a sink.
 */

import { type Duplex, Readable } from 'node:stream'
import {
  type AnswerHandler,
  type AnswerHead,
  free,
  type OutgoingRequest,
  type Sending,
} from '../../http/client/index.ts'
import type { Call } from '../call/call.ts'
import type { BodySink } from '../call/call-message.ts'
import { PeerTimeoutError } from '../errors/peer-timeout-error.ts'
import { runSteps } from '../execution/run.ts'
import { findHeader } from '../message/headers.ts'
import { BodyFlow } from './body-flow.ts'
import { sendEarlyHints } from './early-hints.ts'
import { ExchangeTimeout, type SilentPeer } from './exchange-timeout.ts'
import { RequestBodyStream } from './request-body-stream.ts'
import { removeCorsHeaders, removeHopHeaders } from './response-headers.ts'
import { joinConnections } from './tunnel.ts'
import type { Upstream, UpstreamLease } from './upstream.ts'
import {
  buildStatusError,
  describeError,
  findUpstreamError,
  isRetryable,
  isStaleConnection,
  isUpstreamFault,
  NoTargetAvailableError,
} from './upstream-errors.ts'

export interface ExchangeOptions {
  call: Call
  upstream: Upstream
  request: OutgoingRequest
  /** How long the upstream may be silent, before its head and between parts of its body. */
  timeoutMs: number
  /** The request may be sent a second time when the first had no answer. */
  isRepeatable: boolean
  /** An answer of 400 or above is a failure of the call. */
  failsOnErrorStatus: boolean
}

export class Exchange implements AnswerHandler {
  readonly #options: ExchangeOptions
  readonly #flow: BodyFlow
  readonly #patience: ExchangeTimeout
  #phase: 'sent' | 'answered' | 'over' = 'sent'
  #sending: Sending | undefined
  #lease: UpstreamLease | undefined
  #repeated = false
  #status: number | undefined

  constructor(options: ExchangeOptions) {
    const { request } = options.call
    const uploads = options.request.body instanceof RequestBodyStream
    options.request.onSent = free // whatever streams comes from a connection, and goes nowhere else
    this.#options = options
    this.#flow = new BodyFlow(() => this.#resume())
    this.#patience = new ExchangeTimeout(
      options.timeoutMs,
      { request, uploads, flow: this.#flow },
      (culprit) => this.#giveUp(culprit),
    )
  }

  /** Sends the request. The call goes on when the head of the answer is here, or with a rejection. */
  start(): void {
    const { call } = this.#options
    call.message.exchange = this
    call.outcome.upstreamStartedAt = performance.now()
    this.#send()
  }

  /** Hands the body over to a sink, from its first byte. Once. */
  flowTo(sink: BodySink): void {
    this.#flow.flowTo(sink)
  }

  /** Nobody wants the answer any more. */
  cancel(): void {
    if (this.#phase === 'over') return
    this.#finish()
    this.#sending?.abort()
  }

  // What the client calls.

  onHead({ status, fields, length }: AnswerHead): void {
    this.#phase = 'answered'
    this.#status = status
    this.#patience.responseStarted(findHeader(fields, 'content-type'))

    const { call, failsOnErrorStatus } = this.#options
    call.outcome.upstreamRespondedAt = performance.now()
    call.message.status = status
    call.message.responseLength = length
    call.message.headers = removeHopHeaders(fields)
    if (call.reply.hasCorsHeaders) call.message.headers = removeCorsHeaders(call.message.headers)
    runSteps(call, failsOnErrorStatus && status >= 400 ? buildStatusError(status) : undefined)
    if (this.#phase === 'answered' && !this.#flow.hasSink) this.#sending?.pause()
  }

  onInterim(head: AnswerHead): void {
    sendEarlyHints(this.#options.call, head)
  }

  onSwitch(head: AnswerHead, upstream: Duplex): void {
    const { call } = this.#options
    this.#status = head.status
    this.#finish()
    call.outcome.upstreamRespondedAt = performance.now()
    if (call.upgrade && !call.progress.isOver) joinConnections(call, call.upgrade, upstream, head)
    else upstream.destroy()
  }

  onData(part: Buffer): void {
    this.#patience.restart()
    if (!this.#flow.push(part)) this.#sending?.pause()
  }

  onEnd(): void {
    this.#finish()
    this.#flow.end()
  }

  onError(error: Error): void {
    if (this.#phase === 'sent') this.#unanswered(error)
    else if (this.#phase === 'answered') {
      this.#finish(error)
      this.#flow.fail(error)
    }
  }

  // The rest.

  #send(): void {
    const { upstream, request } = this.#options
    try {
      this.#lease = upstream.acquire()
      if (!this.#lease) throw new NoTargetAvailableError()
      this.#sending = this.#lease.connections.send(request, this)
    } catch (error) {
      if (request.body instanceof Readable) request.body.destroy() // nobody else will
      this.#unanswered(error as Error)
    }
  }

  #unanswered(error: Error): void {
    const { call, upstream, isRepeatable } = this.#options
    if (isRepeatable && !this.#repeated && !call.progress.isOver && mayRepeat(error, upstream)) {
      this.#repeated = true
      this.#release(error)
      this.#send()
      return
    }
    this.#finish(error)
    call.message.exchange = undefined
    call.outcome.detail = describeError(error)
    runSteps(call, findUpstreamError(error))
  }

  #giveUp(culprit: SilentPeer): void {
    this.#sending?.abort()
    this.onError(new PeerTimeoutError(culprit))
  }

  #resume(): void {
    this.#patience.restart()
    if (this.#sending?.isPaused) this.#sending.resume()
  }

  #finish(error?: Error): void {
    this.#phase = 'over'
    this.#patience.stop()
    this.#release(error)
  }

  #release(error?: Error): void {
    this.#lease?.release(this.#status, error && this.#failureBecause(error))
    this.#lease = undefined
  }

  /** Undefined when the upstream is not to blame. */
  #failureBecause(error: Error): string | undefined {
    if (!isUpstreamFault(error)) return undefined
    return this.#status === undefined ? findUpstreamError(error).reason : 'upstream_broken'
  }
}

/** A connection that was given up is nobody's failure; for anything else the budget decides. */
function mayRepeat(error: Error, upstream: Upstream): boolean {
  return isStaleConnection(error) || (isRetryable(error) && upstream.mayRetry())
}
