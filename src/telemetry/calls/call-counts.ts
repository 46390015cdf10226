/** Counts of calls by API and operation, with their durations. */

import type { CallLocation, CallRecord } from './call-record.ts'
import { DurationHistogram } from './duration-histogram.ts'

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
  durations: DurationHistogram
  upstreamDurations: DurationHistogram
}

export class CallCounts {
  readonly #byCatalog = new Map<string, Map<string, Map<string, OperationCounts>>>()
  /** The same counts by the location object of an operation; each revision of the documents has its own objects. */
  readonly #byLocation = new WeakMap<CallLocation, OperationCounts>()

  add({ location, status, reason, exceededLimits, cache, totalMs, upstreamMs }: CallRecord): void {
    let counts = this.#byLocation.get(location)
    if (!counts) {
      counts = this.#find(location)
      this.#byLocation.set(location, counts)
    }
    increment(counts.statuses, status)
    if (reason) increment(counts.refusals, reason)
    if (cache !== undefined) increment(counts.cached, cache)
    if (exceededLimits !== undefined) counts.excesses += 1
    counts.durations.add(totalMs)
    if (upstreamMs !== undefined) counts.upstreamDurations.add(upstreamMs)
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
      durations: new DurationHistogram(),
      upstreamDurations: new DurationHistogram(),
    }))
  }
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  let value = map.get(key)
  if (value === undefined) {
    value = create()
    map.set(key, value)
  }
  return value
}

function increment<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
