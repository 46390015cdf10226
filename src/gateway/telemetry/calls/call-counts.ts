/** Counts of calls by API and operation, with their durations. */
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import type { Exemplar } from '../../../shared/lib/output/openmetrics.ts'
import { hourMs } from '../../../shared/lib/time/durations.ts'
import type { RecordedCall } from '../../contract/access/call-log.ts'
import type { CallLocation, CallRecord } from './call-record.ts'
import { copyCall } from './copy-call.ts'

export interface OperationCounts {
  catalog: string
  api: string
  operation: string
  statuses: Map<number, number>
  refusals: Map<string, number>
  /** Calls by how the cache of responses served them. */
  cached: Map<string, number>
  /** The number of calls that exceed a soft limit. */
  excesses: number
  /** Messages and bytes that calls moved, where a plan limits them. */
  moved: { message: number; byte: number }
  durations: DurationHistogram
  upstreamDurations: DurationHistogram
  slowest: SlowestCalls
}

export class CallCounts {
  readonly #byCatalog = new Map<string, Map<string, Map<string, OperationCounts>>>()
  /** The same counts by the location object of an operation; each revision of the documents has its own objects. */
  readonly #byLocation = new WeakMap<CallLocation, OperationCounts>()

  add(call: CallRecord): void {
    const { location, status, reason, exceededLimits, moved, cache, totalMs, upstreamMs } = call
    let counts = this.#byLocation.get(location)
    if (!counts) {
      counts = this.#find(location)
      this.#byLocation.set(location, counts)
    }
    increment(counts.statuses, status)
    if (reason) increment(counts.refusals, reason)
    if (cache !== undefined) increment(counts.cached, cache)
    if (exceededLimits !== undefined) counts.excesses += 1
    if (moved) {
      counts.moved.message += moved.message
      counts.moved.byte += moved.byte
    }
    counts.durations.add(totalMs, call)
    if (upstreamMs !== undefined) counts.upstreamDurations.add(upstreamMs, call)
    counts.slowest.add(call)
  }

  *[Symbol.iterator](): Iterator<OperationCounts> {
    for (const apis of this.#byCatalog.values()) for (const operations of apis.values()) yield* operations.values()
  }

  #find({ org, catalog, api = '', operation = '' }: CallLocation): OperationCounts {
    const path = org === undefined ? '' : `${org}/${catalog}`
    const apis = getOrCreate(this.#byCatalog, path, () => new Map())
    const operations = getOrCreate(apis, api, () => new Map())
    return getOrCreate(operations, operation, () => ({
      catalog: path,
      api,
      operation,
      statuses: new Map(),
      refusals: new Map(),
      cached: new Map(),
      excesses: 0,
      moved: { message: 0, byte: 0 },
      durations: new DurationHistogram(),
      upstreamDurations: new DurationHistogram(),
      slowest: new SlowestCalls(),
    }))
  }
}

function increment<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** The upper bounds of the buckets, in seconds. */
export const durationBucketBoundsSeconds = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
] as const

/** Adding a duration increments one counter; the cumulative counts are computed when they are read. */
export class DurationHistogram {
  /** One counter for each bound, and one for durations above all of them. */
  readonly #counts = new Array<number>(durationBucketBoundsSeconds.length + 1).fill(0)
  /** A traced call of each bucket, which is replaced once in a second at most. */
  readonly #exemplars: (Exemplar | undefined)[] = []
  #sumMs = 0

  add(milliseconds: number, { trace, at }: Pick<CallRecord, 'trace' | 'at'>): void {
    const seconds = milliseconds / 1_000
    let index = 0
    while (seconds > (durationBucketBoundsSeconds[index] ?? Number.POSITIVE_INFINITY)) index += 1
    this.#counts[index] = (this.#counts[index] ?? 0) + 1
    this.#sumMs += milliseconds
    if (trace && at >= (this.#exemplars[index]?.at ?? 0) + 1_000)
      this.#exemplars[index] = { traceId: trace.traceId, value: seconds, at }
  }

  /** Returns the cumulative counts up to each bound, the last one for all durations, and the sum in seconds. */
  read(): { cumulative: number[]; sum: number; exemplars: readonly (Exemplar | undefined)[] } {
    let total = 0
    const cumulative = this.#counts.map((count) => {
      total += count
      return total
    })
    return { cumulative, sum: this.#sumMs / 1_000, exemplars: this.#exemplars }
  }
}

const maxCalls = 5

class SlowestCalls {
  /** The slowest one first. */
  #calls: RecordedCall[] = []
  #leastMs = 0
  #oldestAt = Number.POSITIVE_INFINITY

  add(call: CallRecord): void {
    if (call.totalMs <= this.#leastMs && call.at <= this.#oldestAt + hourMs) return
    const fresh = this.#calls.filter(({ at }) => at + hourMs > call.at)
    const kept = { ...copyCall(call), course: call.course ?? buildCourse(call) }
    this.#calls = [...fresh, kept].sort((a, b) => b.totalMs - a.totalMs).slice(0, maxCalls)
    this.#leastMs = this.#calls.length < maxCalls ? 0 : (this.#calls.at(-1)?.totalMs ?? 0)
    this.#oldestAt = Math.min(...this.#calls.map(({ at }) => at))
  }

  list(): readonly RecordedCall[] {
    return this.#calls
  }
}

/** Returns the stages that are known of every call: before, at and after the upstream. */
function buildCourse({ totalMs, upstreamMs = 0, upstreamStartedAt }: CallRecord): RecordedCall['course'] {
  const beforeMs = upstreamStartedAt > 0 ? upstreamStartedAt - (performance.now() - totalMs) : totalMs
  const lengths = { 'before the upstream': beforeMs, upstream: upstreamMs, response: totalMs - beforeMs - upstreamMs }
  let startMs = 0
  const stages = Object.entries(lengths).map(([stage, length]) => {
    const tookMs = Math.max(0, Math.round(length * 1_000) / 1_000)
    startMs += tookMs
    return { stage, startMs: startMs - tookMs, tookMs, changes: [] }
  })
  return { totalMs, stages, attempts: [] }
}
