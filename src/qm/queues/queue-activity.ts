/** What goes on on a queue: counts and times for monitors and charts, and the events of its depth. */
import type { Clock } from '../../lib/time/clock.ts'
import { DepthEventTracker } from './depth-event-tracker.ts'
import type { DepthEvent, QueueSettings } from './queue-settings.ts'

export class QueueActivity {
  lastPutAt: number | undefined
  lastGetAt: number | undefined
  /** Since the queue manager started. */
  puts = 0
  gets = 0
  readonly #clock: Clock
  readonly #watch: DepthEventTracker
  /** False when nobody wants to know. */
  readonly #tell: (event: DepthEvent) => boolean

  constructor(limits: QueueSettings['depthLimits'], clock: Clock, tell: (event: DepthEvent) => boolean) {
    this.#clock = clock
    this.#watch = new DepthEventTracker(limits, clock())
    this.#tell = tell
  }

  configure(limits: QueueSettings['depthLimits']): void {
    this.#watch.configure(limits)
  }

  /** A message has come; so many are there now. */
  recordPut(depth: number): void {
    this.lastPutAt = this.#clock()
    this.puts++
    this.#happen(this.#watch.afterPut(depth), depth)
  }

  /** A message has left, to whomever. */
  recordRemoval(depth: number): void {
    this.#happen(this.#watch.afterGet(depth), depth)
  }

  /** A message was handed out. */
  recordGet(): void {
    this.lastGetAt = this.#clock()
    this.gets++
  }

  /** A put found no room. */
  recordFull(depth: number): void {
    this.#happen(this.#watch.whenFull(), depth)
  }

  /** Counts since the last depth event. */
  countsSinceEvent(): ReturnType<DepthEventTracker['counts']> {
    return this.#watch.counts(this.#clock())
  }

  #happen(event: DepthEvent | undefined, depth: number): void {
    if (event && this.#tell(event)) this.#watch.recordEvent(event, depth, this.#clock())
  }
}
