/**
 * The timeout of a request to an upstream. It decides which side should have sent something: the upstream or the
 * caller.
 */

import type { IncomingMessage } from 'node:http'

import type { BodyFlow } from './body-flow.ts'

export interface ExchangeTimeoutContext {
  request: IncomingMessage
  /** Whether the body of the caller streams to the upstream. */
  uploads: boolean
  flow: BodyFlow
}

export type SilentPeer = 'upstream' | 'client'

/** A caller that reads nothing for this long is disconnected. */
const clientStallMs = 120_000

export class ExchangeTimeout {
  readonly #waiting: ExchangeTimeoutContext
  readonly #onLate: (culprit: SilentPeer) => void
  readonly #timer: NodeJS.Timeout
  #stage: 'head' | 'body' | 'events' = 'head'
  #received = 0

  constructor(timeoutMs: number, waiting: ExchangeTimeoutContext, onLate: (culprit: SilentPeer) => void) {
    this.#waiting = waiting
    this.#onLate = onLate
    this.#timer = setTimeout(expire, timeoutMs, this)
  }

  /** Restarts the timeout after bytes have arrived. */
  restart(): void {
    this.#timer.refresh()
  }

  /** Reports that the head of the response has arrived. A `text/event-stream` may then be silent for any time. */
  responseStarted(contentType: string | undefined): void {
    this.#stage = contentType?.startsWith('text/event-stream') ? 'events' : 'body'
    this.#timer.refresh()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  expired(): void {
    const culprit = this.#stage === 'head' ? this.#lateHead() : this.#lateBody()
    if (culprit) this.#onLate(culprit)
    else this.#timer.refresh()
  }

  #lateHead(): SilentPeer | undefined {
    const { request, uploads } = this.#waiting
    if (!uploads || request.complete) return 'upstream'
    const before = this.#received
    this.#received = request.socket.bytesRead
    if (this.#received > before) return undefined
    return request.isPaused() ? 'upstream' : 'client'
  }

  #lateBody(): SilentPeer | undefined {
    const { pausedSince } = this.#waiting.flow
    if (pausedSince !== undefined)
      return performance.now() - pausedSince < clientStallMs ? undefined : 'client'
    return this.#stage === 'events' ? undefined : 'upstream'
  }
}

function expire(patience: ExchangeTimeout): void {
  patience.expired()
}
