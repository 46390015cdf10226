/** Collects statistics and writes them to SYSTEM.ADMIN.STATISTICS.QUEUE at the end of each interval (STATINT). */
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { Timers } from '../../../shared/lib/time/timers.ts'
import type { SystemMessages } from '../events/system-messages.ts'
import { ChannelCounts, MqiStatistics, QueueStatistics } from '../monitoring/counts.ts'
import { findEffectiveLevel, TimeIndicator } from '../monitoring/time-indicator.ts'
import type { Queue } from '../queues/queue.ts'
import type { RemovalCounts } from '../queues/queue-activity.ts'
import type { AttributeValue } from '../types/command.ts'
import type { ObjectKind, ObjectRecord } from '../types/services.ts'
import type { AccountingDeps } from './connection-accounting.ts'
import {
  type ChannelRow,
  encodeChannelStatistics,
  encodeMqiStatistics,
  encodeQueueStatistics,
} from './statistics-messages.ts'

export interface StatisticsDeps {
  readonly messages: SystemMessages
  readonly clock: Clock
  readonly timers: Timers
  readonly objects: { find(kind: ObjectKind, name: string): ObjectRecord | undefined }
  readonly queues: { all(): Iterable<Queue>; find(name: string): Queue | undefined }
  /** The messages that left their queue without a get, since the start. */
  readonly removals: Readonly<RemovalCounts>
  countConnections(): number
  /** Returns an attribute of the queue manager object. */
  attribute(keyword: string): AttributeValue | undefined
}

const statisticsQueue = 'SYSTEM.ADMIN.STATISTICS.QUEUE'
/** The attributes of the queue manager whose change begins a new interval. */
const switches = ['STATQ', 'STATMQI', 'STATCHL', 'STATINT', 'MONQ'] as const

type ChannelInstance = Omit<ChannelRow, 'counts'>

export class StatisticsCollector {
  /** Undefined while STATMQI is OFF. */
  mqi: MqiStatistics | undefined
  /** Whether the calls of new connections are accounted: ACCTMQI. */
  accountsCalls = false
  readonly accounting: AccountingDeps
  readonly #deps: StatisticsDeps
  #accountsQueues = 'OFF'
  /** The queues with counts, which may be of queues that were deleted since. */
  readonly #queues = new Map<Queue, { definition: ObjectRecord; counts: QueueStatistics }>()
  readonly #channels = new Map<ChannelInstance, ChannelCounts>()
  /** The counts of instances that ended in the interval. */
  #endedChannels: ChannelRow[] = []
  /** The removals at the start of the interval. */
  #removalsBefore: RemovalCounts
  #startedAt: number
  #settings = ''
  #cancel = () => {}

  constructor(deps: StatisticsDeps) {
    this.#deps = deps
    this.#startedAt = deps.clock()
    this.#removalsBefore = { ...deps.removals }
    this.accounting = {
      messages: deps.messages,
      clock: deps.clock,
      intervalSeconds: () => Number(deps.attribute('ACCTINT') ?? 1800),
    }
  }

  /** Applies the attributes of the queue manager. Statistics of the old attributes are written first. */
  configure(): void {
    const { attribute, queues, countConnections } = this.#deps
    this.accountsCalls = attribute('ACCTMQI') === 'ON'
    this.#accountsQueues = String(attribute('ACCTQ') ?? 'OFF')
    const settings = switches.map(attribute).join(' ')
    if (settings === this.#settings) return
    if (this.#settings !== '') this.flush()
    this.#settings = settings
    this.mqi = attribute('STATMQI') === 'ON' ? new MqiStatistics(countConnections()) : undefined
    for (const queue of queues.all()) this.configureQueue(queue)
    this.#schedule()
  }

  /** Applies the attributes of a queue. */
  configureQueue(queue: Queue): void {
    const { attribute, objects } = this.#deps
    const definition = objects.find('queue', queue.name)
    if (!definition) return
    const { STATQ, MONQ } = definition.attributes
    const { activity } = queue
    const isMonitored = findEffectiveLevel(MONQ, attribute('MONQ')) !== 'OFF'
    if (isMonitored) activity.timeOnQueue ??= new TimeIndicator()
    else activity.timeOnQueue = undefined
    if (findEffectiveLevel(STATQ, attribute('STATQ')) !== 'ON') activity.statistics = undefined
    else if (!activity.statistics) {
      activity.statistics = new QueueStatistics(queue.depth)
      this.#queues.set(queue, { definition, counts: activity.statistics })
      this.#begin()
    }
  }

  /** Returns the definition of a queue if its use is accounted (ACCTQ), otherwise undefined. */
  findAccountedQueue({ name, settings }: Queue): ObjectRecord | undefined {
    if (findEffectiveLevel(settings.accounting, this.#accountsQueues) !== 'ON') return undefined
    return this.#deps.objects.find('queue', name)
  }

  countConnections(): number {
    return this.#deps.countConnections()
  }

  /** Begins the statistics of a channel instance, if it has any. `end` must be called when the instance ends. */
  openChannel(
    instance: ChannelInstance,
    level: AttributeValue | undefined,
  ): { readonly counts: () => ChannelCounts; end(): void } | undefined {
    if (findEffectiveLevel(level, this.#deps.attribute('STATCHL')) === 'OFF') return undefined
    this.#channels.set(instance, new ChannelCounts())
    this.#begin()
    return {
      counts: () => this.#channels.get(instance) ?? new ChannelCounts(),
      end: () => {
        const counts = this.#channels.get(instance)
        if (counts) this.#endedChannels.push({ ...instance, counts })
        this.#channels.delete(instance)
      },
    }
  }

  /** Writes the statistics of the current interval, which ends with this. */
  flush(): void {
    const { messages, clock, countConnections, removals } = this.#deps
    if (this.mqi) {
      this.mqi.expired = removals.expired - this.#removalsBefore.expired
      this.mqi.purged = removals.purged - this.#removalsBefore.purged
    }
    const interval = { startedAt: this.#startedAt, endedAt: clock() }
    const { manager } = messages
    const queues = [...this.#queues.values()]
      .filter(({ counts }) => !counts.isEmpty)
      .map(({ definition: queue, counts }) => ({ queue, counts }))
    const channels = [
      ...this.#endedChannels,
      ...[...this.#channels].map(([instance, counts]) => ({ ...instance, counts })),
    ].filter(({ counts }) => !counts.isEmpty)
    for (const body of [
      ...(this.mqi ? [encodeMqiStatistics(manager, interval, this.mqi)] : []),
      ...encodeQueueStatistics(manager, interval, queues),
      ...encodeChannelStatistics(manager, interval, channels),
    ])
      messages.put(statisticsQueue, 'MQADMIN', body)

    this.#startedAt = interval.endedAt
    this.#removalsBefore = { ...removals }
    if (this.mqi) this.mqi = new MqiStatistics(countConnections())
    this.#resetQueues()
    this.#endedChannels = []
    for (const instance of this.#channels.keys()) this.#channels.set(instance, new ChannelCounts())
    this.#schedule()
  }

  /** Writes the statistics of the last interval. */
  close(): void {
    this.flush()
    this.#cancel()
  }

  /** Begins the counts of the next interval, without those of queues that were deleted or are no longer counted. */
  #resetQueues(): void {
    for (const [queue, { counts }] of this.#queues) {
      if (queue.isDeleted || queue.activity.statistics !== counts) {
        this.#queues.delete(queue)
        continue
      }
      const definition = this.#deps.objects.find('queue', queue.name)
      const next = counts.next()
      queue.activity.statistics = next
      if (definition) this.#queues.set(queue, { definition, counts: next })
    }
  }

  /** Sets the timer that ends the interval, while anything is collected. */
  #schedule(): void {
    this.#cancel()
    if (!this.mqi && this.#queues.size === 0 && this.#channels.size === 0) return
    const seconds = Number(this.#deps.attribute('STATINT') ?? 1800)
    const remaining = this.#startedAt + seconds * 1000 - this.#deps.clock()
    this.#cancel = this.#deps.timers.after(Math.max(1, remaining), () => this.flush())
  }

  /** Begins an interval if nothing was collected until now. */
  #begin(): void {
    if (this.mqi || this.#queues.size + this.#channels.size > 1) return
    this.#startedAt = this.#deps.clock()
    this.#schedule()
  }
}
