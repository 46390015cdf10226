/**
 * Queue depth events: when a queue becomes full, and when its depth comes to its high and its low limit.
 *
 * Each event keeps quiet from when it happened until another one has happened: high until low, low until high or full,
 * full until high or low. What QDPMAXEV, QDPHIEV and QDPLOEV say is where this begins.
 */
import type { DepthEvent, QueueSettings } from './queue-settings.ts'

/** What awaits its turn after each event. */
const enabledAfterEvent: Readonly<Record<DepthEvent, readonly DepthEvent[]>> = {
  full: ['low'],
  high: ['full', 'low'],
  low: ['full', 'high'],
}

export class DepthEventTracker {
  #limits: QueueSettings['depthLimits']
  #awake: ReadonlySet<DepthEvent>
  /** Since when counts are kept, milliseconds since the epoch. */
  #since: number
  #puts = 0
  #gets = 0
  #high = 0

  constructor(limits: QueueSettings['depthLimits'], now: number) {
    this.#limits = limits
    this.#awake = new Set(limits.events)
    this.#since = now
  }

  /** A change of what may happen begins afresh. */
  configure(limits: QueueSettings['depthLimits']): void {
    if (String(limits.events) !== String(this.#limits.events)) this.#awake = new Set(limits.events)
    this.#limits = limits
  }

  /** The event that a put to this depth is, if it is one. */
  afterPut(depth: number): DepthEvent | undefined {
    this.#puts++
    if (depth > this.#high) this.#high = depth
    return depth >= this.#limits.high && this.#awake.has('high') ? 'high' : undefined
  }

  afterGet(depth: number): DepthEvent | undefined {
    this.#gets++
    return depth <= this.#limits.low && this.#awake.has('low') ? 'low' : undefined
  }

  whenFull(): DepthEvent | undefined {
    return this.#awake.has('full') ? 'full' : undefined
  }

  counts(now: number): { seconds: number; high: number; puts: number; gets: number } {
    const seconds = Math.floor((now - this.#since) / 1000)
    return { seconds, high: this.#high, puts: this.#puts, gets: this.#gets }
  }

  /** The event was told: counts begin anew. */
  recordEvent(event: DepthEvent, depth: number, now: number): void {
    this.#awake = new Set(enabledAfterEvent[event])
    this.#since = now
    this.#puts = 0
    this.#gets = 0
    this.#high = depth
  }
}
