/**
 * Ends streams of server-sent events with the access token of their caller. The last event says why:
 * `event: end`, `data: {"reason": "token_expired"}`.
 */
import type { Call } from '../call/call.ts'
import type { BodySink, UnreadResponseBody } from '../call/call-message.ts'
import { findHeader } from '../message/headers.ts'

const tokenCheckMs = 2_000
const maxTimerMs = 2 ** 31 - 1
/** How long an event that has begun may take to end. */
const partialEventMs = 5_000
const lineFeed = 10

const reasons = {
  token_expired: 'the access token has expired',
  token_revoked: 'the access token is no longer valid',
} as const

export function isEventStream({ message, caller }: Pick<Call, 'message' | 'caller'>): boolean {
  const type = caller.token && findHeader(message.headers, 'content-type')
  return type?.startsWith('text/event-stream') === true
}

/** A sink in front of the response that ends it when the token of the call does. */
export class EventStreamSink implements BodySink {
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
    const isFlowing = this.#next.write(chunk)
    if (this.#ending && this.#isBetweenEvents) this.#finish(this.#ending)
    return isFlowing
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
    this.#call.outcome.reason = 'token_invalid'
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
