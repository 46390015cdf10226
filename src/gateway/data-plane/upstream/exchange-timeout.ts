/**
 * The timeouts of requests to upstreams. A timeout decides which side should have sent something: the upstream or the
 * caller.
 *
 * All exchanges with one duration share a clock that advances in steps, because a timer for each of them would cost more
 * than the rest of the timeout.
 */
import type { IncomingMessage } from 'node:http'

export type SilentPeer = 'upstream' | 'client'

/** The side that has sent nothing, or `deadline` when the time of the caller is over. */
export type TimeoutCause = SilentPeer | 'deadline'

/** The exchange of a timeout. */
export interface TimedExchange {
  readonly request: Pick<IncomingMessage, 'complete' | 'isPaused'> & { socket: { bytesRead: number } }
  /** Whether the body of the caller streams to the upstream. */
  readonly isUploading: boolean
  /** Since when the caller reads nothing of the response, on the monotonic clock in milliseconds; undefined while it reads. */
  readonly pausedSince: number | undefined
  /** Called when a side has sent nothing for the duration of the timeout, or the whole exchange takes too long. */
  onTimeout(cause: TimeoutCause): void
}

/** A caller that reads nothing for this long is disconnected. */
const clientStallMs = 120_000

const minSteps = 20
const maxStepMs = 1_000

/** The clock of all timeouts with one duration. A timeout expires at most one step late. */
export class ExchangeClock {
  readonly #stepMs: number
  /** The number of steps that cover the duration. */
  readonly #steps: number
  /** In no order, by index: a `Set` copies its table often, and V8 keeps dead tables until a full collection. */
  readonly #running: ExchangeTimeout[] = []
  #timer: NodeJS.Timeout | undefined
  /** The number of steps since the clock was created. */
  now = 0

  constructor(timeoutMs: number) {
    this.#stepMs = Math.min(maxStepMs, Math.ceil(timeoutMs / minSteps))
    this.#steps = Math.ceil(timeoutMs / this.#stepMs)
  }

  add(timeout: ExchangeTimeout): void {
    timeout.index = this.#running.push(timeout) - 1
    this.#timer ??= setInterval(() => this.#advance(), this.#stepMs).unref() // sockets keep the process open
  }

  /** Removes a timeout. Does nothing when it has been removed. */
  remove(timeout: ExchangeTimeout): void {
    const { index } = timeout
    if (index < 0) return
    timeout.index = -1
    const last = this.#running.pop()
    if (!last || last === timeout) return
    this.#running[index] = last
    last.index = index
  }

  #advance(): void {
    this.now += 1
    const isExpired = ({ startedAt }: ExchangeTimeout) => this.now - startedAt > this.#steps
    for (const timeout of this.#running.filter(isExpired)) if (timeout.index >= 0) timeout.onExpiry()
    if (this.#running.length > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

/** The timeouts of an upstream. */
export interface ExchangeTimeouts {
  /** The clock until the head of the response. */
  head: ExchangeClock
  /** The clock between parts of the body. */
  idle: ExchangeClock
  /** The bytes of the body that must arrive in each period of the idle timeout; 0: any number. */
  minBytes: number
  /** How long the whole exchange may take, in milliseconds; undefined for no limit. */
  totalMs: number | undefined
}

export class ExchangeTimeout {
  readonly #timeouts: ExchangeTimeouts
  #clock: ExchangeClock
  readonly #exchange: TimedExchange
  #stage: 'head' | 'body' | 'events' = 'head'
  #received = 0
  #bodyBytes = 0
  /** The timers of the whole exchange; undefined for most, which have none. */
  #whole: NodeJS.Timeout[] | undefined
  /** The place in the list of the clock; -1 when the timeout does not run. */
  index = -1
  /** When the timeout was last restarted, in steps of its clock. */
  startedAt: number

  /** Starts the timeout. */
  constructor(timeouts: ExchangeTimeouts, exchange: TimedExchange) {
    const clock = timeouts.head
    this.#timeouts = timeouts
    this.#clock = clock
    this.#exchange = exchange
    this.startedAt = clock.now
    clock.add(this)
    if (timeouts.totalMs !== undefined) this.limitWhole(timeouts.totalMs, 'upstream')
  }

  /** Limits how long the whole exchange takes from now on, in milliseconds. */
  limitWhole(ms: number, cause: TimeoutCause): void {
    this.#whole ??= []
    this.#whole.push(setTimeout(() => this.#exchange.onTimeout(cause), ms))
  }

  /** Restarts the timeout after a part of the body has arrived, unless the parts of this period are too short. */
  bodyReceived(bytes: number): void {
    const { minBytes } = this.#timeouts
    if (minBytes > 0) {
      this.#bodyBytes += bytes
      if (this.#bodyBytes < minBytes) return
      this.#bodyBytes = 0
    }
    this.startedAt = this.#clock.now
  }

  /** Restarts the timeout. */
  restart(): void {
    this.#bodyBytes = 0
    this.startedAt = this.#clock.now
  }

  /** Reports that the head of the response has arrived. A `text/event-stream` may then be silent for any time. */
  responseStarted(contentType: string | undefined): void {
    this.#stage = contentType?.startsWith('text/event-stream') ? 'events' : 'body'
    const { idle } = this.#timeouts
    if (idle !== this.#clock) {
      this.#clock.remove(this)
      this.#clock = idle
      idle.add(this)
    }
    this.restart()
  }

  stop(): void {
    this.#clock.remove(this)
    this.#whole?.forEach(clearTimeout)
  }

  onExpiry(): void {
    const silentPeer = this.#stage === 'head' ? this.#findSilentPeer() : this.#peerDuringBody()
    if (silentPeer) this.#exchange.onTimeout(silentPeer)
    else this.restart()
  }

  #findSilentPeer(): SilentPeer | undefined {
    const { request, isUploading } = this.#exchange
    if (!isUploading || request.complete) return 'upstream'
    const before = this.#received
    this.#received = request.socket.bytesRead
    if (this.#received > before) return undefined
    return request.isPaused() ? 'upstream' : 'client'
  }

  #peerDuringBody(): SilentPeer | undefined {
    const { pausedSince } = this.#exchange
    if (pausedSince !== undefined) return performance.now() - pausedSince < clientStallMs ? undefined : 'client'
    return this.#stage === 'events' ? undefined : this.#findSilentPeer()
  }
}
