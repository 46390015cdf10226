/** Counts puts and gets of a queue, records their times, and detects queue depth events. */
import type { Clock } from '../../lib/time/clock.ts'
import { DepthEventTracker } from './depth-event-tracker.ts'
import type { DepthEvent, QueueSettings } from './queue-settings.ts'

export class QueueActivity {
  lastPutAt: number | undefined
  lastGetAt: number | undefined
  /** The number of puts and gets since the queue manager started. */
  puts = 0
  gets = 0
  readonly #clock: Clock
  readonly #watch: DepthEventTracker
  /** Publishes a depth event. Returns false when the event is disabled. */
  readonly #tell: (event: DepthEvent) => boolean

  constructor(limits: QueueSettings['depthLimits'], clock: Clock, tell: (event: DepthEvent) => boolean) {
    this.#clock = clock
    this.#watch = new DepthEventTracker(limits, clock())
    this.#tell = tell
  }

  configure(limits: QueueSettings['depthLimits']): void {
    this.#watch.configure(limits)
  }

  /** Records a put; `depth` is the depth after it. */
  recordPut(depth: number): void {
    this.lastPutAt = this.#clock()
    this.puts++
    this.#happen(this.#watch.afterPut(depth), depth)
  }

  /** Records a removal for any reason; `depth` is the depth after it. */
  recordRemoval(depth: number): void {
    this.#happen(this.#watch.afterGet(depth), depth)
  }

  /** Records that a get returned a message. */
  recordGet(): void {
    this.lastGetAt = this.#clock()
    this.gets++
  }

  /** Records that a put failed because the queue is full. */
  recordFull(depth: number): void {
    this.#happen(this.#watch.whenFull(), depth)
  }

  /** Returns the counts since the last depth event. */
  countsSinceEvent(): ReturnType<DepthEventTracker['counts']> {
    return this.#watch.counts(this.#clock())
  }

  #happen(event: DepthEvent | undefined, depth: number): void {
    if (event && this.#tell(event)) this.#watch.recordEvent(event, depth, this.#clock())
  }
}
