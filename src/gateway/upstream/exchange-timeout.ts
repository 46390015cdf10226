/**
 * The timeout of a request to an upstream. It decides which side should have sent something: the upstream or the
 * caller.
 */

import type { IncomingMessage } from 'node:http'

import type { ResponseBodyFlow } from './response-body-flow.ts'

export interface ExchangeTimeoutContext {
  request: IncomingMessage
  /** Whether the body of the caller streams to the upstream. */
  isUploading: boolean
  flow: ResponseBodyFlow
}

export type SilentPeer = 'upstream' | 'client'

/** A caller that reads nothing for this long is disconnected. */
const clientStallMs = 120_000

export class ExchangeTimeout {
  readonly #context: ExchangeTimeoutContext
  readonly #onTimeout: (silentPeer: SilentPeer) => void
  readonly #timer: NodeJS.Timeout
  #stage: 'head' | 'body' | 'events' = 'head'
  #received = 0

  constructor(
    timeoutMs: number,
    context: ExchangeTimeoutContext,
    onTimeout: (silentPeer: SilentPeer) => void,
  ) {
    this.#context = context
    this.#onTimeout = onTimeout
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

  onExpiry(): void {
    const silentPeer = this.#stage === 'head' ? this.#peerBeforeHead() : this.#peerDuringBody()
    if (silentPeer) this.#onTimeout(silentPeer)
    else this.#timer.refresh()
  }

  #peerBeforeHead(): SilentPeer | undefined {
    const { request, isUploading } = this.#context
    if (!isUploading || request.complete) return 'upstream'
    const before = this.#received
    this.#received = request.socket.bytesRead
    if (this.#received > before) return undefined
    return request.isPaused() ? 'upstream' : 'client'
  }

  #peerDuringBody(): SilentPeer | undefined {
    const { pausedSince } = this.#context.flow
    if (pausedSince !== undefined)
      return performance.now() - pausedSince < clientStallMs ? undefined : 'client'
    return this.#stage === 'events' ? undefined : 'upstream'
  }
}

function expire(timeout: ExchangeTimeout): void {
  timeout.onExpiry()
}
