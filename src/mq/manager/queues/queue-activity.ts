/** Counts puts and gets of a queue, records their times, and detects performance events. */
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { QueuedMessage } from '../messages/queued-message.ts'
import type { CountedMessage, QueueStatistics } from '../monitoring/counts.ts'
import type { TimeIndicator } from '../monitoring/time-indicator.ts'
import { DepthEventTracker } from './depth-event-tracker.ts'
import type { QueueEvent, QueueSettings } from './queue-settings.ts'
import { ServiceTimer } from './service-timer.ts'

/** The number of messages of all queues that left their queue without a get. */
export type RemovalCounts = { expired: number; purged: number }

export interface QueueActivityDeps {
  readonly clock: Clock
  readonly removals: RemovalCounts
  /** Publishes an event. Returns false when performance events are disabled. */
  publish(event: QueueEvent): boolean
}

export class QueueActivity {
  lastPutAt: number | undefined
  lastGetAt: number | undefined
  /** The number of puts and gets since the queue manager started. */
  puts = 0
  gets = 0
  /** The counts of the current interval of statistics; undefined while the queue has no statistics. */
  statistics: QueueStatistics | undefined
  /** The time that messages stay on the queue, in microseconds; undefined while the queue is not monitored. */
  timeOnQueue: TimeIndicator | undefined
  readonly #clock: Clock
  readonly #removals: RemovalCounts
  readonly #depthEvents: DepthEventTracker
  readonly #publish: QueueActivityDeps['publish']
  #serviceTimer: ServiceTimer | undefined
  #serviceInterval: QueueSettings['serviceInterval']

  constructor(settings: QueueSettings, depth: number, deps: QueueActivityDeps) {
    const { clock, publish, removals } = deps
    this.#removals = removals
    this.#clock = clock
    this.#depthEvents = new DepthEventTracker(settings.depthLimits, depth, clock())
    this.#publish = publish
    this.#configureServiceTimer(settings, depth)
  }

  configure(settings: QueueSettings, depth: number): void {
    this.#depthEvents.configure(settings.depthLimits)
    this.#configureServiceTimer(settings, depth)
  }

  /** Records a put; `depth` is the depth after it. */
  recordPut(message: CountedMessage, depth: number): void {
    const now = this.#clock()
    this.lastPutAt = now
    this.puts++
    if (this.statistics) {
      this.statistics.puts.add(message)
      this.statistics.recordDepth(depth)
    }
    this.#raise(this.#depthEvents.afterPut(depth), depth)
    if (this.#serviceTimer) this.#raise(this.#serviceTimer.afterPut(depth, now), depth)
  }

  /** Records a removal for any reason; `depth` is the depth after it. */
  recordRemoval(depth: number): void {
    this.statistics?.recordDepth(depth)
    this.#raise(this.#depthEvents.afterGet(depth), depth)
  }

  /** Records that a get returned a message; `depth` is the depth without it. */
  recordGet(message: QueuedMessage, depth: number): void {
    const now = this.#clock()
    this.lastGetAt = now
    this.gets++
    if (this.statistics || this.timeOnQueue) {
      const microseconds = findMicrosecondsOnQueue(message, now)
      this.statistics?.addGet(message, microseconds)
      this.timeOnQueue?.add(microseconds)
    }
    if (this.#serviceTimer) this.#raise(this.#serviceTimer.afterGet(depth, now), depth)
  }

  recordFailedPut(): void {
    if (this.statistics) this.statistics.puts.failures++
  }

  /** Records that a message expired and was discarded. */
  recordExpired(): void {
    this.#removals.expired++
    if (this.statistics) this.statistics.expired++
  }

  /** Records that CLEAR removed messages. */
  recordPurged(count: number): void {
    this.#removals.purged += count
    if (this.statistics) this.statistics.purged += count
  }

  /** Records that a waiting get received a message when it was put. */
  recordNotQueued(): void {
    if (this.statistics) this.statistics.notQueued++
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
    if (before?.event === serviceInterval?.event && before?.milliseconds === serviceInterval?.milliseconds) return
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

/** Returns the time since the put. The put time of a message from another queue manager is that of its first put. */
export function findMicrosecondsOnQueue({ descriptor }: QueuedMessage, now: number): number {
  return Math.max(0, now - descriptor.putAt) * 1000
}
