/**
 * Usage of applications by hour, for a week: calls, errors, rejections, tokens and durations.
 *
 * It is counted only in catalogs with a portal. Each day of an application is a kind of its own in the store, so
 * that reading one does not read the others.
 */
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import { dayMs, hourMs } from '../../../shared/lib/time/durations.ts'
import type { StateStore } from '../../../shared/storage/index.ts'
import { isUsageMeasure, noCounts, type UsageMeasure, type UsageSubject } from './usage-subject.ts'

export const hourlyRetentionMs = 8 * 24 * hourMs

/** The counters of an hour; `ms` has the sum of the durations. */
type HourMeasure = UsageMeasure | 'ms'

/** The usage of one API by one application within one hour. */
export interface HourlyUsage extends Record<UsageMeasure, number> {
  /** Milliseconds since the epoch. */
  startsAt: number
  /** The API as `name:version`; empty without an API. */
  api: string
  /** The sum of the durations of all calls, in milliseconds. */
  totalMs: number
  /** The number of calls in each bucket of durations. */
  latencies: { aboveMs: number; upToMs: number; calls: number }[]
}

export type HourlyUsageSubject = Pick<UsageSubject, 'catalog' | 'application'>

/** Returns the kind of the store entries for the day of a time in milliseconds since the epoch. */
export function buildHourlyUsageKind({ catalog, application }: HourlyUsageSubject, at: number): string {
  return `usage-hours ${Math.floor(at / dayMs)} ${catalog} ${application}`
}

/** Returns the key of a store entry. Keys sort by hour. */
export function buildHourlyUsageKey(startsAt: number, api: string, measure: HourMeasure | number): string {
  return `${startsAt / hourMs}\t${api}\t${measure}`
}

/** The number of buckets, each the square root of two wider: from one millisecond to a quarter of an hour. */
export const latencyBucketCount = 41

export function findLatencyBucket(milliseconds: number): number {
  if (milliseconds <= 1) return 0
  return Math.min(latencyBucketCount - 1, Math.ceil(2 * Math.log2(milliseconds)))
}

/** Returns the usage of an application by hour, from `since` on. Times are in milliseconds since the epoch. */
export async function readHourlyUsage(
  store: StateStore,
  subject: HourlyUsageSubject,
  { since, now }: { since: number; now: number },
): Promise<HourlyUsage[]> {
  const rows = new Map<string, HourlyUsage>()
  for (let day = Math.floor(since / dayMs) * dayMs; day <= now; day += dayMs) {
    for (const { key, entry } of await store.list(buildHourlyUsageKind(subject, day))) {
      const [hour = '', api = '', measure = ''] = key.split('\t')
      const startsAt = Number(hour) * hourMs
      if (startsAt >= since) add(rowOf(rows, startsAt, api), measure, Number(entry.value))
    }
  }
  return [...rows.values()]
}

function rowOf(rows: Map<string, HourlyUsage>, startsAt: number, api: string): HourlyUsage {
  const name = `${startsAt}\t${api}`
  return getOrCreate(rows, name, () => ({ startsAt, api, totalMs: 0, latencies: [], ...noCounts }))
}

function add(row: HourlyUsage, measure: string, value: number): void {
  if (measure === 'ms') row.totalMs += value
  else if (isUsageMeasure(measure)) row[measure] += value
  else if (/^\d+$/.test(measure)) row.latencies.push({ ...boundsOf(Number(measure)), calls: value })
}

/** Returns the durations that a bucket has. */
export function boundsOf(bucket: number): { aboveMs: number; upToMs: number } {
  return { aboveMs: bucket === 0 ? 0 : 2 ** ((bucket - 1) / 2), upToMs: 2 ** (bucket / 2) }
}
