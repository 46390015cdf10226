/** Turns successive counters into values for charts: rates and latency of each interval. Pure. */
import type { Samples } from '../../../../../../shared/ui/charts/samples.ts'
import type { LiveView } from '../../../rest/index.ts'

/** The counters at one moment. */
export type LiveReading = Pick<LiveView, 'apis' | 'latency'> & { atMs: number }

type LiveResponse = Pick<LiveView, 'at' | 'earlier' | 'apis' | 'latency'>

export const intervalMs = 2_000
/** The number of samples that are kept: four minutes. */
const maxSamples = 120

interface Interval {
  answered: number | null
  refused: number | null
  errors: number | null
  averageMs: number | null
  p95Ms: number | null
}

const unknown: Interval = { answered: null, refused: null, errors: null, averageMs: null, p95Ms: null }

/** Returns the samples for the charts; the first interval needs two readings. */
export function buildLiveSamples(readings: readonly LiveReading[]): Samples {
  const intervals = readings.slice(1).map((reading, index) => compare(readings[index] as LiveReading, reading))
  const line = (name: keyof Interval) => intervals.map((each) => each[name])
  return {
    everyMs: intervalMs,
    last: Math.floor((readings.at(-1)?.atMs ?? 0) / intervalMs),
    lines: {
      answered: line('answered'),
      refused: line('refused'),
      errors: line('errors'),
      average: line('averageMs'),
      p95: line('p95Ms'),
    },
  }
}

/**
 * Returns the readings with those of a response, without those that the charts no longer show. The earlier reading of a
 * response counts only where there is no reading yet.
 */
export function addReadings(
  readings: readonly LiveReading[],
  { at, earlier, ...counters }: LiveResponse,
): LiveReading[] {
  const first = readings.length === 0 && earlier ? [{ ...earlier, atMs: Date.parse(earlier.at) }] : []
  return [...readings, ...first, { ...counters, atMs: Date.parse(at) }].slice(-maxSamples - 1)
}

/** Counters that fall belong to a worker that was replaced: nothing is known about that interval. */
function compare(before: LiveReading, after: LiveReading): Interval {
  const seconds = (after.atMs - before.atMs) / 1000
  const [from, to] = [total(before), total(after)]
  const calls = to.calls - from.calls
  const totalMs = after.latency.totalMs - before.latency.totalMs
  if (calls < 0 || totalMs < 0 || seconds <= 0) return unknown

  const refused = Math.max(0, to.refusals - from.refusals)
  const errors = Math.max(0, to.errors - from.errors)
  const perSecond = (count: number) => Math.round((10 * count) / seconds) / 10
  return {
    answered: perSecond(Math.max(0, calls - refused - errors)),
    refused: perSecond(refused),
    errors: perSecond(errors),
    averageMs: calls === 0 ? null : Math.round((10 * totalMs) / calls) / 10,
    p95Ms: findPercentile(before, after),
  }
}

function total({ apis }: LiveReading) {
  const sum = (of: 'calls' | 'errors' | 'refusals') => apis.reduce((before, each) => before + each[of], 0)
  return { calls: sum('calls'), errors: sum('errors'), refusals: sum('refusals') }
}

/** Returns the upper bound in milliseconds below which 95 of 100 calls of the interval ended; null without calls. */
function findPercentile(before: LiveReading, after: LiveReading): number | null {
  const counts = after.latency.buckets.map(({ upToMs, calls }) => ({
    upToMs,
    calls: calls - (before.latency.buckets.find((each) => each.upToMs === upToMs)?.calls ?? 0),
  }))
  const all = counts.at(-1)?.calls ?? 0
  if (all <= 0) return null
  return counts.find(({ calls }) => calls >= 0.95 * all)?.upToMs ?? null
}
