/**
 * Counts the usage of applications: calls, errors and rejections by day, application, plan and API, and issued tokens.
 *
 * A call adds to numbers in memory. Every five seconds they are added to the store, where the counts of all
 * workers meet. A process that is killed loses up to five seconds.
 */
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import type { Log } from '../../../shared/lib/output/log.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import { hourMs, minuteMs } from '../../../shared/lib/time/durations.ts'
import { recordLifeMs, type StateStore } from '../../../shared/storage/index.ts'
import {
  buildHourlyUsageKey,
  buildHourlyUsageKind,
  findLatencyBucket,
  hourlyRetentionMs,
  latencyBucketCount,
} from './hourly-usage.ts'
import { openMinuteUsage } from './minute-usage.ts'
import {
  buildUsageKey,
  formatUtcDay,
  type UsageCounts,
  type UsageSubject,
  usageKind,
  usageMeasures,
} from './usage-subject.ts'

const flushMs = 5_000

export function openUsageCounter({ store, clock, log }: { store: StateStore; clock: Clock; log: Log }) {
  /** The counts of the current minute. Subjects are found by identity: callers pass the same object each time. */
  let counted = new Map<UsageSubject, UsageCounts>()
  let minuteEndsAt = endOfMinute(clock())
  let pending = new PendingCounts()
  const minutes = openMinuteUsage(store)
  let writing = Promise.resolve()
  const timer = setInterval(() => {
    writing = writing.then(flush)
  }, flushMs).unref()

  return {
    /** Counts a call of `tookMs` milliseconds. `reason` says why it failed. */
    addCall(subject: UsageSubject, outcome: 'errors' | 'refusals' | undefined, tookMs: number, reason = ''): void {
      const counts = countsOf(subject)
      counts.calls += 1
      if (outcome) counts[outcome] += 1
      if (!counts.latencies) return
      const bucket = findLatencyBucket(tookMs)
      counts.latencies[bucket] = (counts.latencies[bucket] ?? 0) + 1
      counts.ms += tookMs
      if (outcome) counts.failures.set(reason, (counts.failures.get(reason) ?? 0) + 1)
    },

    addToken(subject: UsageSubject): void {
      countsOf(subject).tokens += 1
    },

    /** Writes the remaining counts to the store. */
    async close(): Promise<void> {
      clearInterval(timer)
      await writing
      await flush()
    },
  }

  function countsOf(subject: UsageSubject): UsageCounts {
    if (clock() >= minuteEndsAt) movePending()
    let counts = counted.get(subject)
    if (!counts) {
      const latencies = subject.hourly ? new Uint32Array(latencyBucketCount) : undefined
      counts = { calls: 0, errors: 0, refusals: 0, tokens: 0, ms: 0, latencies, failures: new Map() }
      counted.set(subject, counts)
    }
    return counts
  }

  function movePending(): void {
    const startsAt = minuteEndsAt - minuteMs
    for (const [subject, counts] of counted) {
      pending.addCounts(subject, counts, Math.floor(startsAt / hourMs) * hourMs)
      if (subject.hourly && counts.calls > 0) minutes.add(subject, counts, startsAt)
    }
    counted = new Map()
    minuteEndsAt = endOfMinute(clock())
  }

  async function flush(): Promise<void> {
    movePending()
    const taken = pending.entries()
    pending = new PendingCounts()
    const now = clock()
    const written = await Promise.allSettled(
      taken.map(({ kind, key, by }) =>
        store.count(kind, key, by, now + (kind === usageKind ? recordLifeMs : hourlyRetentionMs)),
      ),
    )
    let failure: unknown = await minutes.flush(now).catch((error: unknown) => error)
    for (const [index, { kind, key, by }] of taken.entries()) {
      const each = written[index]
      if (each?.status !== 'rejected') continue
      failure = each.reason
      pending.add(kind, key, by) // the next flush writes it again
    }
    if (failure !== undefined) log.warn({ err: failure }, 'usage could not be written, it is kept for a while')
  }
}

function endOfMinute(milliseconds: number): number {
  return (Math.floor(milliseconds / minuteMs) + 1) * minuteMs
}

/** Counts that have not been written to the store yet: for each counter, the number to add. */
class PendingCounts {
  readonly #byKind = new Map<string, Map<string, number>>()

  /** Adds to the counter of a key. */
  add(kind: string, key: string, by: number): void {
    if (by <= 0) return
    const keys = getOrCreate(this.#byKind, kind, () => new Map<string, number>())
    keys.set(key, (keys.get(key) ?? 0) + by)
  }

  /** Adds the counts of one hour. `startsAt` is its begin in milliseconds since the epoch. */
  addCounts(subject: UsageSubject, counts: UsageCounts, startsAt: number): void {
    const day = formatUtcDay(startsAt)
    for (const measure of usageMeasures) this.add(usageKind, buildUsageKey(day, subject, measure), counts[measure])
    if (!counts.latencies) return

    const kind = buildHourlyUsageKind(subject, startsAt)
    for (const measure of usageMeasures)
      this.add(kind, buildHourlyUsageKey(startsAt, subject.api, measure), counts[measure])
    this.add(kind, buildHourlyUsageKey(startsAt, subject.api, 'ms'), Math.round(counts.ms))
    for (const [bucket, calls] of counts.latencies.entries())
      this.add(kind, buildHourlyUsageKey(startsAt, subject.api, bucket), calls)
  }

  entries(): { kind: string; key: string; by: number }[] {
    return [...this.#byKind].flatMap(([kind, keys]) => [...keys].map(([key, by]) => ({ kind, key, by })))
  }
}
