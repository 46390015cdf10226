/**
 * How long an exchange waits for whoever's turn it is to send, and who is to blame when nothing comes.
 */
import type { IncomingMessage } from 'node:http'

import type { BodyFlow } from '../message/body-flow.ts'

export interface Waiting {
  request: IncomingMessage
  /** The caller's body goes to the upstream as it comes in. */
  uploads: boolean
  flow: BodyFlow
}

export type Culprit = 'upstream' | 'client'

/** A caller that reads nothing for so long is given up. */
const clientStallMs = 120_000

export class Patience {
  readonly #waiting: Waiting
  readonly #onLate: (culprit: Culprit) => void
  readonly #timer: NodeJS.Timeout
  #stage: 'head' | 'body' | 'events' = 'head'
  #received = 0

  constructor(timeoutMs: number, waiting: Waiting, onLate: (culprit: Culprit) => void) {
    this.#waiting = waiting
    this.#onLate = onLate
    this.#timer = setTimeout(expire, timeoutMs, this)
  }

  /** Something came: the time begins anew. */
  heard(): void {
    this.#timer.refresh()
  }

  /** The head of the answer came. A stream of events may then be silent for as long as nothing happens. */
  answered(contentType: string | undefined): void {
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

  #lateHead(): Culprit | undefined {
    const { request, uploads } = this.#waiting
    if (!uploads || request.complete) return 'upstream'
    const before = this.#received
    this.#received = request.socket.bytesRead
    if (this.#received > before) return undefined
    return request.isPaused() ? 'upstream' : 'client'
  }

  #lateBody(): Culprit | undefined {
    const { waitsSince } = this.#waiting.flow
    if (waitsSince !== undefined) return performance.now() - waitsSince < clientStallMs ? undefined : 'client'
    return this.#stage === 'events' ? undefined : 'upstream'
  }
}

function expire(patience: Patience): void {
  patience.expired()
}
