/** The samples of a queue manager and of its queues in all steps. Inactive queues have no arrays. */
import type { QueueManagerMetrics, QueueMetrics } from '../../../manager/index.ts'
import {
  addTiers,
  isTrack,
  type Measures,
  managerMeasures,
  type Place,
  queueMeasures,
  sampleIntervalMs,
  store,
  type Track,
  tiers,
} from './sample-tiers.ts'

/** One line of a chart; null where there is no sample. */
export type ChartLine = (number | null)[]

/** The samples of a response: those after the number `since`, in steps of `everyMs`. */
export interface SampleSpan {
  everyMs: number
  since: number
  /** The current tick: the number of sample intervals since the epoch. */
  tick: number
}

type QueueTrack = Track<typeof queueMeasures>

/** The counters of the last sample, the arrays, and the tick of the last traffic. */
type Activity = { puts: number; gets: number; track: QueueTrack; active: number }

/** The part of a series that the file keeps: the arrays, without the counters. */
export interface SerializedSeries {
  readonly ticks: readonly Float64Array[]
  readonly last: number
  readonly manager: Track<typeof managerMeasures>
  readonly queues: ReadonlyMap<string, QueueTrack>
}

/** A queue without messages and traffic for as many ticks as the last tier is long gives its arrays back. */
const maxIdleTicks = tiers.reduce((ticks, { everyMs, size }) => Math.max(ticks, (everyMs * size) / sampleIntervalMs), 0)

export class QueueManagerSeries {
  /** The number of the sample at each index, by tier; -1 where there is none. */
  readonly #ticks: readonly Float64Array[]
  readonly #manager: Track<typeof managerMeasures>
  #queues: Map<string, Activity>
  #last: number

  constructor({ ticks, last = -1, manager = [], queues = new Map() }: Partial<SerializedSeries> = {}) {
    this.#ticks = ticks ?? tiers.map(({ size }) => new Float64Array(size).fill(-1))
    this.#manager = manager
    this.#last = last
    addTiers(managerMeasures, manager, tiers.length)
    // The queue manager may have restarted since the file was written, so its counters start at zero.
    this.#queues = new Map([...queues].map(([name, track]) => [name, { puts: 0, gets: 0, track, active: last }]))
  }

  /** Creates a series from its serialized form. Throws when the arrays do not have the right length. */
  static deserialize(saved: SerializedSeries): QueueManagerSeries {
    const { ticks, last, manager, queues } = saved
    const areTicks = tiers.every(({ size }, tier) => ticks[tier]?.length === size)
    const areTracks = [...queues.values()].every((track) => isTrack(queueMeasures, track))
    if (!Number.isInteger(last) || !areTicks || !isTrack(managerMeasures, manager) || !areTracks)
      throw new Error('the arrays do not have the samples of every step')
    return new QueueManagerSeries(saved)
  }

  /** Returns what the file keeps of the series: the queues that have history beyond an hour. */
  saved(): SerializedSeries {
    const queues = [...this.#queues].flatMap(([name, { track }]) => (track.length > 1 ? [[name, track] as const] : []))
    return { ticks: this.#ticks, last: this.#last, manager: this.#manager, queues: new Map(queues) }
  }

  /** The number of queues that have history beyond an hour. */
  get longTracks(): number {
    return [...this.#queues.values()].filter(({ track }) => track.length > 1).length
  }

  /**
   * Adds the sample of a tick, the number of intervals since the epoch. Ignores one that is not later. At most `room`
   * more queues get history beyond an hour.
   */
  addSample(tick: number, now: number, reading: QueueManagerMetrics, room: number): void {
    if (tick <= this.#last) return
    const seconds = this.#last < 0 ? 0 : ((tick - this.#last) * sampleIntervalMs) / 1000
    const place = this.#place(tick)
    const queues = new Map<string, Activity>()
    let left = room
    const sum = { puts: 0, gets: 0 }
    for (const queue of reading.queues) {
      const { name, puts, gets, depth } = queue
      const before = this.#queues.get(name)
      const rates = { puts: rate(before?.puts, puts, seconds), gets: rate(before?.gets, gets, seconds) }
      sum.puts += rates.puts
      sum.gets += rates.gets
      const isActive = depth > 0 || (before !== undefined && (puts !== before.puts || gets !== before.gets))
      const active = isActive ? tick : (before?.active ?? Number.NEGATIVE_INFINITY)
      const track = tick - active > maxIdleTicks ? [] : (before?.track ?? [])
      if (isActive || track.length > 0) {
        const had = track.length
        addTiers(queueMeasures, track, left > 0 ? tiers.length : 1)
        if (had < 2 && track.length > 1) left--
        store(queueMeasures, track, place, { depth, ...rates, age: findAge(queue, now) })
      }
      queues.set(name, { puts, gets, track, active })
    }
    const { connections, channels } = reading
    store(managerMeasures, this.#manager, place, { connections, channels, ...sum })
    this.#queues = queues // deleted queues drop out
    this.#last = tick
  }

  /** Returns the place of a sample, and marks it as taken. */
  #place(tick: number): Place {
    return tiers.map(({ everyMs, size, parts }, tier) => {
      const at = Math.floor((tick * sampleIntervalMs) / everyMs)
      const ticks = this.#ticks[tier] as Float64Array
      ticks[at % size] = at
      const finer = this.#ticks[tier - 1]
      const taken = finer ? Array.from({ length: parts }, (_, part) => at * parts + part) : []
      const indexes = taken.flatMap((each) => {
        const index = each % (finer?.length ?? 1)
        return finer?.[index] === each ? [index] : []
      })
      return { index: at % size, parts: indexes }
    })
  }

  /** Returns the samples of the queue manager: the number of the first and the last, and a line for each measure. */
  manager(span: SampleSpan) {
    return this.#select(managerMeasures, this.#manager, span)
  }

  queue(name: string, span: SampleSpan) {
    return this.#select(queueMeasures, this.#queues.get(name)?.track ?? [], span)
  }

  /** Returns the messages put and got per second of each queue with traffic, at the last sample. */
  *rates(): Iterable<{ name: string; puts: number; gets: number }> {
    const index = this.#last % (tiers[0]?.size ?? 1)
    for (const [name, { track }] of this.#queues) {
      const read = (measure: 'puts' | 'gets') => queueMeasures[measure].decode(track[0]?.[measure][index] ?? 0)
      const [puts, gets] = [read('puts'), read('gets')]
      if (puts > 0 || gets > 0) yield { name, puts, gets }
    }
  }

  /** Returns the depth of a queue at a tick of the last hour, or undefined when no sample was taken then. */
  depthAt(name: string, tick: number): number | undefined {
    const ticks = this.#ticks[0] as Float64Array
    const index = tick % ticks.length
    if (tick < 0 || ticks[index] !== tick || !this.#queues.has(name)) return undefined
    return this.#queues.get(name)?.track[0]?.depth[index] ?? 0
  }

  /** A queue without a track had no traffic; one without a coarser tier has no samples there. */
  #select<M extends Measures>(measures: M, track: Track<M>, { everyMs, since, tick }: SampleSpan) {
    const found = tiers.findIndex((each) => each.everyMs === everyMs)
    const tier = Math.max(0, found)
    const ticks = this.#ticks[tier] as Float64Array
    const last = Math.floor((tick * sampleIntervalMs) / everyMs)
    const first = Math.max(since + 1, last - ticks.length + 1)
    const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
    const arrays = track[tier]
    const isKnown = arrays !== undefined || track.length === 0
    const lines = Object.entries(measures).map(([name, { decode }]) => [
      name,
      numbers.map((at) => {
        const index = at % ticks.length
        return isKnown && ticks[index] === at ? decode(arrays?.[name]?.[index] ?? 0) : null
      }),
    ])
    return { everyMs, first, last, ...(Object.fromEntries(lines) as Record<keyof M, ChartLine>) }
  }
}

/** Returns the age of the oldest message in seconds; 0 for an empty queue. */
function findAge(queue: QueueMetrics, now: number): number {
  const oldest = queue.depth > 0 ? queue.oldestPutAt() : undefined
  return oldest === undefined ? 0 : Math.max(0, now - oldest) / 1000
}

/** Returns a rate per second. A counter that is lower than before restarted at zero with the queue manager. */
function rate(before: number | undefined, now: number, seconds: number): number {
  if (before === undefined || seconds === 0) return 0
  return (now < before ? now : now - before) / seconds
}
