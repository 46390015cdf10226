/**
 * How long an exchange waits for whoever's turn it is to send, and who is to blame when nothing comes.
 */

import type { IncomingMessage } from 'node:http'

import type { BodyFlow } from './body-flow.ts'

export interface ExchangeTimeoutContext {
  request: IncomingMessage
  /** The caller's body goes to the upstream as it comes in. */
  uploads: boolean
  flow: BodyFlow
}

export type SilentPeer = 'upstream' | 'client'

/** A caller that reads nothing for so long is given up. */
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

  /** Something came: the time begins anew. */
  restart(): void {
    this.#timer.refresh()
  }

  /** The head of the answer came. A stream of events may then be silent for as long as nothing happens. */
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
