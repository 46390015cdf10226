/** What goes on on a queue: counts and times for monitors and charts, and the events of its depth. */
import type { Clock } from '../../lib/time/clock.ts'
import type { DepthEvent } from '../events/events.ts'
import { DepthWatch } from './depth-watch.ts'
import type { QueueSettings } from './settings.ts'

export class Activity {
  lastPut: number | undefined
  lastGet: number | undefined
  /** Since the queue manager started. */
  puts = 0
  gets = 0
  readonly #clock: Clock
  readonly #watch: DepthWatch
  /** False when nobody wants to know. */
  readonly #tell: (event: DepthEvent) => boolean

  constructor(limits: QueueSettings['depthLimits'], clock: Clock, tell: (event: DepthEvent) => boolean) {
    this.#clock = clock
    this.#watch = new DepthWatch(limits, clock())
    this.#tell = tell
  }

  configure(limits: QueueSettings['depthLimits']): void {
    this.#watch.configure(limits)
  }

  /** A message has come; so many are there now. */
  came(depth: number): void {
    this.lastPut = this.#clock()
    this.puts++
    this.#happen(this.#watch.afterPut(depth), depth)
  }

  /** A message has left, to whomever. */
  left(depth: number): void {
    this.#happen(this.#watch.afterGet(depth), depth)
  }

  /** A message was handed out. */
  got(): void {
    this.lastGet = this.#clock()
    this.gets++
  }

  /** A put found no room. */
  foundFull(depth: number): void {
    this.#happen(this.#watch.whenFull(), depth)
  }

  /** Counts since the last depth event. */
  sinceEvent(): ReturnType<DepthWatch['counts']> {
    return this.#watch.counts(this.#clock())
  }

  #happen(event: DepthEvent | undefined, depth: number): void {
    if (event && this.#tell(event)) this.#watch.happened(event, depth, this.#clock())
  }
}
