/** Counts puts and gets of a queue, records their times, and detects performance events. */
import type { Clock } from '../../lib/time/clock.ts'
import { DepthEventTracker } from './depth-event-tracker.ts'
import type { QueueEvent, QueueSettings } from './queue-settings.ts'
import { ServiceTimer } from './service-timer.ts'

export class QueueActivity {
  lastPutAt: number | undefined
  lastGetAt: number | undefined
  /** The number of puts and gets since the queue manager started. */
  puts = 0
  gets = 0
  readonly #clock: Clock
  readonly #depthEvents: DepthEventTracker
  /** Publishes an event. Returns false when performance events are disabled. */
  readonly #publish: (event: QueueEvent) => boolean
  #serviceTimer: ServiceTimer | undefined
  #serviceInterval: QueueSettings['serviceInterval']

  constructor(settings: QueueSettings, depth: number, clock: Clock, publish: (event: QueueEvent) => boolean) {
    this.#clock = clock
    this.#depthEvents = new DepthEventTracker(settings.depthLimits, clock())
    this.#publish = publish
    this.#configureServiceTimer(settings, depth)
  }

  configure(settings: QueueSettings, depth: number): void {
    this.#depthEvents.configure(settings.depthLimits)
    this.#configureServiceTimer(settings, depth)
  }

  /** Records a put; `depth` is the depth after it. */
  recordPut(depth: number): void {
    const now = this.#clock()
    this.lastPutAt = now
    this.puts++
    this.#raise(this.#depthEvents.afterPut(depth), depth)
    if (this.#serviceTimer) this.#raise(this.#serviceTimer.afterPut(depth, now), depth)
  }

  /** Records a removal for any reason; `depth` is the depth after it. */
  recordRemoval(depth: number): void {
    this.#raise(this.#depthEvents.afterGet(depth), depth)
  }

  /** Records that a get returned a message; `depth` is the depth without it. */
  recordGet(depth: number): void {
    const now = this.#clock()
    this.lastGetAt = now
    this.gets++
    if (this.#serviceTimer) this.#raise(this.#serviceTimer.afterGet(depth, now), depth)
  }

  /** Records that a put failed because the queue is full. */
  recordFull(depth: number): void {
    this.#raise(this.#depthEvents.whenFull(), depth)
  }

  /** Returns the counts since the last performance event. */
  countsSinceEvent(): ReturnType<DepthEventTracker['counts']> {
    return this.#depthEvents.counts(this.#clock())
  }

  /** Sets the timer up again when its attributes have changed. */
  #configureServiceTimer({ serviceInterval }: QueueSettings, depth: number): void {
    const before = this.#serviceInterval
    if (before?.event === serviceInterval?.event && before?.milliseconds === serviceInterval?.milliseconds)
      return
    this.#serviceInterval = serviceInterval
    this.#serviceTimer = serviceInterval && new ServiceTimer(serviceInterval, depth, this.#clock())
  }

  #raise(event: QueueEvent | undefined, depth: number): void {
    if (!event || !this.#publish(event)) return
    if (event === 'serviceIntervalHigh' || event === 'serviceIntervalOk') {
      this.#serviceTimer?.recordEvent(event)
      this.#depthEvents.resetCounts(depth, this.#clock())
    } else this.#depthEvents.recordEvent(event, depth, this.#clock())
  }
}
