/**
 * Detects queue depth events: queue full, queue depth high and queue depth low.
 *
 * After an event, the same event is disabled until another one occurs: high until low, low until high or full,
 * full until high or low. QDPMAXEV, QDPHIEV and QDPLOEV set the initial state.
 */
import type { DepthEvent, QueueSettings } from './queue-settings.ts'

const enabledAfterEvent: Readonly<Record<DepthEvent, readonly DepthEvent[]>> = {
  full: ['low'],
  high: ['full', 'low'],
  low: ['full', 'high'],
}

export class DepthEventTracker {
  #limits: QueueSettings['depthLimits']
  #enabled: ReadonlySet<DepthEvent>
  /** The start of the counts in milliseconds since the epoch. */
  #since: number
  #puts = 0
  #gets = 0
  /** The highest depth since then. */
  #high: number

  /** `depth` is the number of messages that the queue has at its start. */
  constructor(limits: QueueSettings['depthLimits'], depth: number, now: number) {
    this.#limits = limits
    this.#enabled = new Set(limits.events)
    this.#high = depth
    this.#since = now
  }

  /** Applies changed limits. A change of the enabled events resets the state. */
  configure(limits: QueueSettings['depthLimits']): void {
    if (String(limits.events) !== String(this.#limits.events)) this.#enabled = new Set(limits.events)
    this.#limits = limits
  }

  /** Counts a put and returns the event that it causes, if any. */
  afterPut(depth: number): DepthEvent | undefined {
    this.#puts++
    if (depth > this.#high) this.#high = depth
    return depth >= this.#limits.high && this.#enabled.has('high') ? 'high' : undefined
  }

  afterGet(depth: number): DepthEvent | undefined {
    this.#gets++
    return depth <= this.#limits.low && this.#enabled.has('low') ? 'low' : undefined
  }

  whenFull(): DepthEvent | undefined {
    return this.#enabled.has('full') ? 'full' : undefined
  }

  counts(now: number): { seconds: number; high: number; puts: number; gets: number } {
    const seconds = Math.floor((now - this.#since) / 1000)
    return { seconds, high: this.#high, puts: this.#puts, gets: this.#gets }
  }

  /** Records that an event was published, and resets the counts. */
  recordEvent(event: DepthEvent, depth: number, now: number): void {
    this.#enabled = new Set(enabledAfterEvent[event])
    this.resetCounts(depth, now)
  }

  resetCounts(depth: number, now: number): void {
    this.#since = now
    this.#puts = 0
    this.#gets = 0
    this.#high = depth
  }
}
