/**
 * Detects service interval events: messages waited longer than the service interval (high), or were got within it (OK).
 *
 * The timer measures how long the queue has had messages without a get. A put to an empty queue starts it, a get starts
 * it again or, when the queue is empty afterwards, ends it. An event is found at the next put or get. Each of the two
 * events enables the other and disables itself; QSVCIEV sets the initial state.
 */
import type { ServiceInterval, ServiceIntervalEvent } from './queue-settings.ts'

export class ServiceTimer {
  readonly #milliseconds: number
  #enabled: ServiceIntervalEvent
  /** Milliseconds since the epoch; undefined while the queue is empty. */
  #startedAt: number | undefined

  /** The timer runs from the beginning when the queue has messages. */
  constructor({ milliseconds, event }: ServiceInterval, depth: number, now: number) {
    this.#milliseconds = milliseconds
    this.#enabled = event
    this.#startedAt = depth > 0 ? now : undefined
  }

  /** Records a put and returns the event that is due. `depth` is the depth after the put. */
  afterPut(depth: number, now: number): ServiceIntervalEvent | undefined {
    const event = this.#isLate(now) ? this.#findEnabled('serviceIntervalHigh') : undefined
    if (depth === 1 || this.#startedAt === undefined) this.#startedAt = now
    return event
  }

  /** Records a get and returns the event that is due. `depth` is the depth after the get. */
  afterGet(depth: number, now: number): ServiceIntervalEvent | undefined {
    const event = this.#findEnabled(this.#isLate(now) ? 'serviceIntervalHigh' : 'serviceIntervalOk')
    this.#startedAt = depth > 0 ? now : undefined
    return event
  }

  /** Records that an event was published. */
  recordEvent(event: ServiceIntervalEvent): void {
    this.#enabled = event === 'serviceIntervalHigh' ? 'serviceIntervalOk' : 'serviceIntervalHigh'
  }

  #isLate(now: number): boolean {
    return this.#startedAt !== undefined && now - this.#startedAt > this.#milliseconds
  }

  #findEnabled(event: ServiceIntervalEvent): ServiceIntervalEvent | undefined {
    return this.#enabled === event ? event : undefined
  }
}
