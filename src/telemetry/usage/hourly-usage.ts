/**
 * What applications use hour by hour, for a week: calls, errors, refusals, tokens, and how long calls took.
 *
 * Only where somebody looks at it, in catalogs with a portal. Each day of an application is a kind of its own in the
 * store, so that looking at one costs nothing for the others.
 */
import type { StateStore } from '../../storage/index.ts'

export const hourMs = 3_600_000
export const hourlyRetentionMs = 8 * 24 * hourMs

export const hourlyMeasures = ['calls', 'errors', 'refusals', 'tokens', 'ms'] as const
type HourMeasure = (typeof hourlyMeasures)[number]

/** What one application did with one API within one hour. */
export interface HourlyUsage extends Record<Exclude<HourMeasure, 'ms'>, number> {
  /** Milliseconds since the epoch. */
  startsAt: number
  /** `name:version`; empty where no API is involved. */
  api: string
  /** Milliseconds of all calls together. */
  totalMs: number
  /** How many took how long. */
  latencies: { aboveMs: number; upToMs: number; calls: number }[]
}

const dayMs = 24 * hourMs

export interface HourlyUsageSubject {
  /** `acme/sandbox`. */
  catalog: string
  application: string
}

/** The kind of the day that a time, in milliseconds since the epoch, lies in. */
export function hourlyUsageKind({ catalog, application }: HourlyUsageSubject, at: number): string {
  return `usage-hours ${Math.floor(at / dayMs)} ${catalog} ${application}`
}

/** SigningKeyManager sort by hour. */
export function hourlyUsageKey(startsAt: number, api: string, measure: HourMeasure | number): string {
  return `${startsAt / hourMs}\t${api}\t${measure}`
}

/** Buckets grow by the square root of two: the first holds what took up to a millisecond, the last quarters of an hour. */
export const latencyBucketCount = 41

export function findLatencyBucket(milliseconds: number): number {
  if (milliseconds <= 1) return 0
  return Math.min(latencyBucketCount - 1, Math.ceil(2 * Math.log2(milliseconds)))
}

/** Every row of an application from an hour on. */
export async function readHourlyUsage(
  store: StateStore,
  subject: HourlyUsageSubject,
  { since, now }: { since: number; now: number },
): Promise<HourlyUsage[]> {
  const rows = new Map<string, HourlyUsage>()
  for (let day = Math.floor(since / dayMs) * dayMs; day <= now; day += dayMs) {
    for (const { key, entry } of await store.list(hourlyUsageKind(subject, day))) {
      const [hour = '', api = '', measure = ''] = key.split('\t')
      const startsAt = Number(hour) * hourMs
      if (startsAt >= since) add(rowOf(rows, startsAt, api), measure, Number(entry.value))
    }
  }
  return [...rows.values()]
}

function rowOf(rows: Map<string, HourlyUsage>, startsAt: number, api: string): HourlyUsage {
  const name = `${startsAt}\t${api}`
  let row = rows.get(name)
  if (!row) {
    row = { startsAt, api, calls: 0, errors: 0, refusals: 0, tokens: 0, totalMs: 0, latencies: [] }
    rows.set(name, row)
  }
  return row
}

function add(row: HourlyUsage, measure: string, value: number): void {
  if (measure === 'ms') row.totalMs += value
  else if (measure === 'calls' || measure === 'errors' || measure === 'refusals' || measure === 'tokens')
    row[measure] += value
  else if (/^\d+$/.test(measure)) row.latencies.push({ ...boundsOf(Number(measure)), calls: value })
}

function boundsOf(bucket: number): { aboveMs: number; upToMs: number } {
  return { aboveMs: bucket === 0 ? 0 : 2 ** ((bucket - 1) / 2), upToMs: 2 ** (bucket / 2) }
}
