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
import {
  describeFailure,
  failedWith,
  isSilenceOfClient,
  isStaleConnection,
  NoneLeft,
  Silence,
  unansweredBecause,
} from './failures.ts'
import { RequestBody } from './request-body.ts'
import { joinConnections } from './tunnel.ts'
import type { Lease, Upstream } from './upstream.ts'

/** Where the body of an answer goes. */
export interface Sink {
  /** False: hold on until `onDrain` calls back. */
  write(chunk: Buffer): boolean
  onDrain(resume: () => void): void
  end(): void
  /** What has come so far is all that will come. */
  fail(error: Error): void
}

export interface ExchangeOptions {
  call: Call
  upstream: Upstream
  request: Dispatcher.DispatchOptions
  /** How long the upstream may be silent, before its head and between parts of its body. */
  timeoutMs: number
  /** The request may be sent a second time over a new connection when the first turned out to be closed. */
  repeatable: boolean
  /** An answer of 400 or above is a failure of the call. */
  failsOnErrorStatus: boolean
}

/** A caller that reads nothing for so long is given up. */
const clientStallMs = 120_000

export class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions
  #controller: Dispatcher.DispatchController | undefined
  #lease: Lease | undefined
  #sink: Sink | undefined
  /** Parts that came while nobody was there to take them. */
  #held: Buffer[] | undefined
  #timer: NodeJS.Timeout | undefined
  #phase: 'sent' | 'answered' | 'complete' | 'over' = 'sent'
  #failure: Error | undefined
  #draining = false
  #pausedSince = 0
  #repeated = false
  #uploaded = 0

  constructor(options: ExchangeOptions) {
    this.#options = options
  }

  /** Sends the request. The call goes on when the head of the answer is here, or with a refusal. */
  start(): void {
    const { call, timeoutMs } = this.#options
    call.exchange = this
    call.upstreamStartedAt = performance.now()
    this.#timer = setTimeout(onTimeout, timeoutMs, this)
    this.#send()
  }

  #send(): void {
    const { upstream, request } = this.#options
    try {
      this.#lease = upstream.acquire()
    } catch (error) {
      this.onResponseError(undefined, error as Error) // the files of a TLS profile are not there
      return
    }
    if (this.#lease) this.#lease.dispatcher.dispatch(request, this)
    else this.onResponseError(undefined, new NoneLeft())
  }

  /** Hands the body over to a sink, from its first byte. Once. */
  flowTo(sink: Sink): void {
    this.#sink = sink
    if (this.#held) {
      for (const chunk of this.#held) sink.write(chunk)
      this.#held = undefined
    }
    if (this.#failure) sink.fail(this.#failure)
    else if (this.#phase === 'complete') sink.end()
    else if (this.#controller?.paused) this.#controller.resume()
  }

  /** Nobody wants the answer any more. */
  cancel(): void {
    if (this.#phase === 'complete' || this.#phase === 'over') return
    this.#finish('over')
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
    this.#timer?.refresh()

    const { call } = this.#options
    call.upstreamAnsweredAt = performance.now()
    call.status = status
    call.headers = answerHeaders(headers)
    if (call.shared) call.headers = withoutSharing(call.headers)
    proceed(call, this.#options.failsOnErrorStatus && status >= 400 ? failedWith(status) : undefined)
    if (!this.#sink && this.#isOpen()) controller.pause()
  }

  onRequestUpgrade(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
    upstream: Duplex,
  ): void {
    const { call } = this.#options
    this.#finish('over')
    call.upstreamAnsweredAt = performance.now()
    if (call.upgrade && !call.over) joinConnections(call, call.upgrade.connection, upstream, status, headers)
    else upstream.destroy()
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#isOpen()) return
    if (!this.#sink) {
      this.#held ??= []
      this.#held.push(chunk)
      return
    }
    this.#timer?.refresh()
    if (this.#sink.write(chunk) || this.#draining) return

    this.#draining = true
    this.#pausedSince = performance.now()
    controller.pause()
    this.#sink.onDrain(() => {
      this.#draining = false
      this.#timer?.refresh()
      controller.resume()
    })
  }

  onResponseEnd(): void {
    if (!this.#isOpen()) return
    this.#finish('complete')
    this.#sink?.end()
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (this.#phase === 'over' || this.#phase === 'complete') return
    if (this.#phase === 'sent') {
      this.#unanswered(error)
      return
    }
    this.#release(!isSilenceOfClient(error))
    this.#finish('over')
    this.#failure = error
    this.#sink?.fail(error)
  }

  // The rest.

  #unanswered(error: Error): void {
    const { call, upstream, repeatable } = this.#options
    this.#release(!isSilenceOfClient(error))
    if (
      repeatable &&
      !this.#repeated &&
      !call.over &&
      (isStaleConnection(error) || canRepeat(error, upstream))
    ) {
      this.#repeated = true
      this.#send()
      return
    }
    this.#finish('over')
    call.exchange = undefined
    call.detail = describeFailure(error)
    proceed(call, unansweredBecause(error))
  }

  /** Called by the timer, which everything that arrives sets back. */
  timedOut(): void {
    const late = this.#phase === 'answered' ? this.#lateBody() : this.#lateHead()
    if (late) this.#abort(new Silence(late))
    else this.#timer?.refresh()
  }

  /** Who is to blame that there is no head yet, if anyone is. */
  #lateHead(): 'upstream' | 'client' | undefined {
    const { call, request } = this.#options
    const uploading = request.body instanceof RequestBody && !call.request.complete
    if (!uploading) return 'upstream'
    if (this.#moved()) return undefined
    return call.request.isPaused() ? 'upstream' : 'client'
  }

  /** Who is to blame that the body does not move, if anyone is. */
  #lateBody(): 'upstream' | 'client' | undefined {
    if (!this.#draining) return 'upstream'
    return performance.now() - this.#pausedSince < clientStallMs ? undefined : 'client'
  }

  /** Whether the caller has sent anything since this was last asked. */
  #moved(): boolean {
    const before = this.#uploaded
    this.#uploaded = this.#options.call.request.socket.bytesRead
    return this.#uploaded > before
  }

  #abort(error: Error): void {
    if (this.#controller && !this.#controller.aborted) this.#controller.abort(error)
    this.onResponseError(this.#controller, error)
  }

  #isOpen(): boolean {
    return this.#phase === 'answered'
  }

  #finish(phase: 'complete' | 'over'): void {
    this.#phase = phase
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#release(false)
  }

  #release(failed: boolean): void {
    this.#lease?.release(failed)
    this.#lease = undefined
  }
}

/** Silence has cost the caller its time already; anything else is worth another try where the budget allows it. */
function canRepeat(error: Error, upstream: Upstream): boolean {
  return !(error instanceof Silence) && !(error instanceof NoneLeft) && upstream.mayRetry()
}

function onTimeout(exchange: Exchange): void {
  exchange.timedOut()
}
