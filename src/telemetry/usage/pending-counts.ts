/** Counts that have not been written to the store yet: for each counter, the number to add. */
import { buildHourlyUsageKey, buildHourlyUsageKind } from './hourly-usage.ts'
import {
  buildUsageKey,
  formatUtcDay,
  type UsageCounts,
  type UsageSubject,
  usageKind,
  usageMeasures,
} from './usage-subject.ts'

export class PendingCounts {
  readonly #byKind = new Map<string, Map<string, number>>()

  /** Adds to the counter of a key. */
  add(kind: string, key: string, by: number): void {
    if (by <= 0) return
    let keys = this.#byKind.get(kind)
    if (!keys) {
      keys = new Map()
      this.#byKind.set(kind, keys)
    }
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
