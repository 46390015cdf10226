/** The last hour of samples of a queue manager, one every ten seconds. Inactive queues have no arrays. */
import type { QueueManagerMetrics, QueueMetrics } from '../../qm/index.ts'

/** Milliseconds between two samples. */
export const sampleIntervalMs = 10_000
/** The number of samples in the arrays: one hour. */
export const maxSamples = 360

/** One line of a chart; null where there is no sample. */
export type ChartLine = (number | null)[]

type Activity = { puts: number; gets: number; series: QueueSeries | undefined }

/** The array index of a sample, the seconds since the previous sample, and the current time in milliseconds. */
type Moment = { index: number; seconds: number; now: number }

/** Depth in messages, puts and gets per second, and the age of the oldest message in seconds. */
interface QueueSeries {
  depth: Float64Array
  puts: Float32Array
  gets: Float32Array
  age: Float32Array
}

/** Connections and running channels; messages put and got per second on all queues. */
interface ManagerLines {
  connections: Uint32Array
  channels: Uint32Array
  puts: Float32Array
  gets: Float32Array
}

/** The part of a series that the file keeps: the lines, without the counters. Files of earlier versions lack the rates. */
export interface SerializedSeries extends Omit<ManagerLines, 'puts' | 'gets'> {
  readonly puts?: Float32Array
  readonly gets?: Float32Array
  readonly ticks: Float64Array
  readonly last: number
  readonly queues: ReadonlyMap<string, QueueSeries>
}

/** The maximum number of queues in the file, 7 KiB each. */
const maxSavedQueues = 1000

export class QueueManagerSeries {
  /** The tick of the sample at each array index; -1 where there is none. */
  readonly #ticks: Float64Array
  readonly #lines: ManagerLines
  #queues: Map<string, Activity>
  #last: number

  constructor({ ticks, last = -1, queues = new Map(), ...lines }: Partial<SerializedSeries> = {}) {
    this.#ticks = ticks ?? new Float64Array(maxSamples).fill(-1)
    this.#lines = {
      connections: new Uint32Array(maxSamples),
      channels: new Uint32Array(maxSamples),
      puts: new Float32Array(maxSamples),
      gets: new Float32Array(maxSamples),
      ...lines,
    }
    this.#last = last
    // The queue manager may have restarted since the file was written, so its counters start at zero.
    this.#queues = new Map([...queues].map(([name, series]) => [name, { ...still, series }]))
  }

  /** Creates a series from its serialized form. Throws when the arrays do not have the right length. */
  static deserialize(saved: SerializedSeries): QueueManagerSeries {
    const { ticks, last, queues, ...lines } = saved
    const arrays = [ticks, ...Object.values(lines), ...[...queues.values()].flatMap(Object.values)]
    if (!Number.isInteger(last) || arrays.some((array) => array.length !== maxSamples))
      throw new Error(`the arrays do not have ${maxSamples} samples`)
    return new QueueManagerSeries(saved)
  }

  /** Returns what the file keeps of the series: with too many queues, those with the greatest depth. */
  saved(): SerializedSeries {
    const index = this.#last % maxSamples
    const queues = [...this.#queues]
      .flatMap(([name, { series }]) => (series ? [[name, series] as const] : []))
      .toSorted(([, a], [, b]) => (b.depth[index] as number) - (a.depth[index] as number))
    return { ticks: this.#ticks, last: this.#last, ...this.#lines, queues: new Map(queues.slice(0, maxSavedQueues)) }
  }

  /** Adds the sample of a tick, the number of intervals since the epoch. Ignores one that is not later. */
  addSample(tick: number, now: number, reading: QueueManagerMetrics): void {
    if (tick <= this.#last) return
    const index = tick % maxSamples
    const seconds = this.#last < 0 ? 0 : ((tick - this.#last) * sampleIntervalMs) / 1000

    this.#ticks[index] = tick
    this.#lines.connections[index] = reading.connections
    this.#lines.channels[index] = reading.channels

    const queues = new Map<string, Activity>()
    let [puts, gets] = [0, 0]
    for (const queue of reading.queues) {
      const before = this.#queues.get(queue.name)
      puts += rate(before?.puts, queue.puts, seconds)
      gets += rate(before?.gets, queue.gets, seconds)
      queues.set(queue.name, sample(before, queue, { index, seconds, now }))
    }
    this.#lines.puts[index] = puts
    this.#lines.gets[index] = gets
    this.#queues = queues // deleted queues drop out
    this.#last = tick
  }

  /** Returns the samples after the tick `since` up to `until`: the first tick, and a line for each measure. */
  managerLines(since: number, until: number) {
    const { connections, channels } = this.#lines
    return this.#select({ connections, channels }, since, until)
  }

  /** Returns the messages put and got per second on all queues, after the tick `since` up to `until`. */
  rateLines(since: number, until: number) {
    const { puts, gets } = this.#lines
    return this.#select({ puts, gets }, since, until)
  }

  /** Returns the depth of a queue at a tick, or undefined when no sample was taken then. */
  depthAt(name: string, tick: number): number | undefined {
    const index = tick % maxSamples
    if (tick < 0 || this.#ticks[index] !== tick || !this.#queues.has(name)) return undefined
    return this.#queues.get(name)?.series?.depth[index] ?? 0
  }

  queue(name: string, since: number, until: number) {
    const { depth, puts, gets, age } = this.#queues.get(name)?.series ?? {}
    return this.#select({ depth, puts, gets, age }, since, until)
  }

  /** Returns the samples of arrays after `since` up to `until`, and the tick of the first one. */
  #select<N extends string>(
    arrays: Readonly<Record<N, ArrayLike<number> | undefined>>,
    since: number,
    until: number,
  ): { first: number } & Record<N, ChartLine> {
    const first = Math.max(since + 1, until - maxSamples + 1)
    const lines = Object.entries<ArrayLike<number> | undefined>(arrays).map(([name, values]) => [
      name,
      this.#line(values, first, until),
    ])
    return { first, ...Object.fromEntries(lines) }
  }

  #line(values: ArrayLike<number> | undefined, first: number, until: number): ChartLine {
    const line: ChartLine = []
    for (let tick = first; tick <= until; tick++) {
      const index = tick % maxSamples
      line.push(this.#ticks[index] === tick ? (values?.[index] ?? 0) : null)
    }
    return line
  }
}

const still = { puts: 0, gets: 0 }

function sample(before: Activity | undefined, queue: QueueMetrics, at: Moment): Activity {
  const { depth, puts, gets } = queue
  const moved = before !== undefined && (puts !== before.puts || gets !== before.gets)
  const series = before?.series ?? (depth > 0 || moved ? newSeries() : undefined)

  if (series) {
    const oldest = depth > 0 ? queue.oldestPutAt() : undefined
    series.depth[at.index] = depth
    series.puts[at.index] = rate(before?.puts, puts, at.seconds)
    series.gets[at.index] = rate(before?.gets, gets, at.seconds)
    series.age[at.index] = oldest === undefined ? 0 : Math.max(0, at.now - oldest) / 1000
  }
  return { puts, gets, series }
}

/** Returns a rate per second. A counter that is lower than before restarted at zero with the queue manager. */
function rate(before: number | undefined, now: number, seconds: number): number {
  if (before === undefined || seconds === 0) return 0
  return (now < before ? now : now - before) / seconds
}

function newSeries(): QueueSeries {
  return {
    depth: new Float64Array(maxSamples),
    puts: new Float32Array(maxSamples),
    gets: new Float32Array(maxSamples),
    age: new Float32Array(maxSamples),
  }
}
