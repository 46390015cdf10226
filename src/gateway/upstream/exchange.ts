/**
 * One request to an upstream and its answer, streamed both ways at the pace of the slower side.
 *
 * It is the handler that undici calls back: the head of the answer continues the call, the body flows to a sink.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Duplex } from 'node:stream'

import type { Dispatcher } from 'undici'

import type { Call } from '../call.ts'
import { withoutSharing } from '../cors.ts'
import { proceed } from '../run.ts'
import { answerHeaders } from './answer-headers.ts'
import { BodyFlow, type Sink } from './body-flow.ts'
import {
  describeFailure,
  failedWith,
  isStaleConnection,
  isWorkOfUpstream,
  isWorthAnotherTry,
  NoneLeft,
  Silence,
  unansweredBecause,
} from './failures.ts'
import { type Culprit, Patience } from './patience.ts'
import { RequestBody } from './request-body.ts'
import { joinConnections } from './tunnel.ts'
import type { Lease, Upstream } from './upstream.ts'

export interface ExchangeOptions {
  call: Call
  upstream: Upstream
  request: Dispatcher.DispatchOptions
  /** How long the upstream may be silent, before its head and between parts of its body. */
  timeoutMs: number
  /** The request may be sent a second time when the first had no answer. */
  repeatable: boolean
  /** An answer of 400 or above is a failure of the call. */
  failsOnErrorStatus: boolean
}

export class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions
  readonly #flow: BodyFlow
  readonly #patience: Patience
  #phase: 'sent' | 'answered' | 'over' = 'sent'
  #controller: Dispatcher.DispatchController | undefined
  #lease: Lease | undefined
  #repeated = false

  constructor(options: ExchangeOptions) {
    const { request } = options.call
    const uploads = options.request.body instanceof RequestBody
    this.#options = options
    this.#flow = new BodyFlow(() => this.#resume())
    this.#patience = new Patience(options.timeoutMs, { request, uploads, flow: this.#flow }, (culprit) =>
      this.#giveUp(culprit),
    )
  }

  /** Sends the request. The call goes on when the head of the answer is here, or with a refusal. */
  start(): void {
    const { call } = this.#options
    call.exchange = this
    call.upstreamStartedAt = performance.now()
    this.#send()
  }

  /** Hands the body over to a sink, from its first byte. Once. */
  flowTo(sink: Sink): void {
    this.#flow.flowTo(sink)
  }

  /** Nobody wants the answer any more. */
  cancel(): void {
    if (this.#phase === 'over') return
    this.#finish()
    this.#controller?.abort(new Error('cancelled'))
  }

  // What undici calls.

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#phase === 'over') controller.abort(new Error('cancelled'))
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (this.#phase !== 'sent' || status < 200) return // interim answers end here: RFC 9110 section 15.2
    this.#phase = 'answered'
    this.#patience.answered(headers['content-type'])

    const { call, failsOnErrorStatus } = this.#options
    call.upstreamAnsweredAt = performance.now()
    call.status = status
    call.answerLength = Number(headers['content-length'] ?? Number.NaN)
    call.headers = answerHeaders(headers)
    if (call.shared) call.headers = withoutSharing(call.headers)
    proceed(call, failsOnErrorStatus && status >= 400 ? failedWith(status) : undefined)
    if (this.#phase === 'answered' && !this.#flow.isTaken) controller.pause()
  }

  onRequestUpgrade(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
    upstream: Duplex,
  ): void {
    const { call } = this.#options
    this.#finish()
    call.upstreamAnsweredAt = performance.now()
    if (call.upgrade && !call.over) joinConnections(call, call.upgrade.connection, upstream, status, headers)
    else upstream.destroy()
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#phase !== 'answered') return
    this.#patience.heard()
    if (!this.#flow.push(chunk)) controller.pause()
  }

  onResponseEnd(): void {
    if (this.#phase !== 'answered') return
    this.#finish()
    this.#flow.end()
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
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
    } catch (error) {
      this.#unanswered(error as Error) // the files of a TLS profile cannot be read
      return
    }
    if (this.#lease) this.#lease.dispatcher.dispatch(request, this)
    else this.#unanswered(new NoneLeft())
  }

  #unanswered(error: Error): void {
    const { call, upstream, repeatable } = this.#options
    if (repeatable && !this.#repeated && !call.over && mayRepeat(error, upstream)) {
      this.#repeated = true
      this.#release(error)
      this.#send()
      return
    }
    this.#finish(error)
    call.exchange = undefined
    call.detail = describeFailure(error)
    proceed(call, unansweredBecause(error))
  }

  #giveUp(culprit: Culprit): void {
    const error = new Silence(culprit)
    const controller = this.#controller
    this.onResponseError(controller, error)
    controller?.abort(error)
  }

  #resume(): void {
    this.#patience.heard()
    if (this.#controller?.paused) this.#controller.resume()
  }

  #finish(error?: Error): void {
    this.#phase = 'over'
    this.#patience.stop()
    this.#release(error)
  }

  #release(error?: Error): void {
    this.#lease?.release(error !== undefined && isWorkOfUpstream(error))
    this.#lease = undefined
  }
}

/** A connection that was given up is nobody's failure; for anything else the budget decides. */
function mayRepeat(error: Error, upstream: Upstream): boolean {
  return isStaleConnection(error) || (isWorthAnotherTry(error) && upstream.mayRetry())
}
