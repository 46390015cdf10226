/**
 * Metrics of a process: counters and gauges in a registry, and the sum of several processes, in the text format of
 * Prometheus. prom-client would do; its public entry loads 88 modules and 8 MB into every process.
 */
import { getOrCreate } from '../collections/get-or-create.ts'
import { type MetricLabels, type MetricType, renderHead, renderSample } from './exposition.ts'
import { type Exemplar, renderExemplar } from './openmetrics.ts'

/** A value of a metric. */
export interface MetricValue {
  /** The name of the series when it differs from the metric's, such as the buckets of a histogram. */
  metricName?: string
  labels: MetricLabels
  value: number
  /** A call that was counted in it; only buckets of histograms have one. */
  exemplar?: Exemplar | undefined
}

/** A metric and its values at one moment. */
export interface MetricReading {
  name: string
  help: string
  type: MetricType
  /** What becomes of the values of several processes; their sum when it is undefined. */
  aggregator?: 'max' | 'average' | undefined
  values: readonly MetricValue[]
}

/** The metrics of one process in the form that is sent to the primary. */
export type WorkerMetrics = readonly MetricReading[]

/** The metrics of a process, or of one of its parts. */
export class Registry {
  readonly #metrics = new Map<string, () => MetricReading>()

  /** Adds a number that only increases. Throws when there is a metric of this name. */
  counter<Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []): Counter<Label> {
    return this.#addValues({ name, help, type: 'counter' }, labelNames)
  }

  /** Adds a number that rises and falls. Throws when there is a metric of this name. */
  gauge<Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ): MetricValues<Label> {
    return this.#addValues({ name, help, type: 'gauge' }, labelNames)
  }

  /** Adds a gauge that `read` computes whenever the metrics are read. Throws when there is a metric of this name. */
  observe<Label extends string>(
    name: string,
    help: string,
    _labelNames: readonly Label[],
    read: () => number | readonly { labels: Record<Label, string>; value: number }[],
    options: Pick<Partial<MetricReading>, 'type' | 'aggregator'> = {},
  ): void {
    this.add(name, () => {
      const found = read()
      return {
        name,
        help,
        type: 'gauge',
        ...options,
        values: typeof found === 'number' ? [{ labels: {}, value: found }] : found,
      }
    })
  }

  /** Adds a metric, which `read` returns whenever the metrics are read. Throws when there is one of this name. */
  add(name: string, read: () => MetricReading): void {
    if (this.#metrics.has(name)) throw new Error(`the metric ${name} is registered already`)
    this.replace(name, read)
  }

  /** Adds a metric, in place of one that has its name. */
  replace(name: string, read: () => MetricReading): void {
    this.#metrics.set(name, read)
  }

  read(): MetricReading[] {
    return [...this.#metrics.values()].map((read) => read())
  }

  /** Returns the metrics in the text format. */
  render(): string {
    return renderReadings(this.read())
  }

  #addValues<Label extends string>(metric: Omit<MetricReading, 'values'>, labelNames: readonly Label[]) {
    const values = new MetricValues(labelNames)
    this.add(metric.name, () => ({ ...metric, values: values.read() }))
    return values
  }
}

/** The registry of metrics that belong to the whole process. */
export const defaultMetricsRegistry = new Registry()

/** The values of a metric by their labels. Without labels there is one, which begins at 0; otherwise none. */
export class MetricValues<Label extends string> {
  readonly #labelNames: readonly Label[]
  readonly #values = new Map<string, MetricValue>()

  constructor(labelNames: readonly Label[]) {
    this.#labelNames = labelNames
    this.reset()
  }

  read(): MetricValue[] {
    return [...this.#values.values()]
  }

  /** Removes the values; that of a metric without labels becomes 0. */
  reset(): void {
    this.#values.clear()
    if (this.#labelNames.length === 0) this.#find({})
  }

  /** Adds to the value of these labels; a number alone is added to the value of a metric without labels. */
  inc(labels: Record<Label, string> | number = 1, by = 1): void {
    if (typeof labels === 'number') this.#find({}).value += labels
    else this.#find(labels).value += by
  }

  /** Sets the value of these labels; a number alone is the value of a metric without labels. */
  set(labels: Record<Label, string> | number, value = 0): void {
    if (typeof labels === 'number') this.#find({}).value = labels
    else this.#find(labels).value = value
  }

  #find(labels: MetricLabels): MetricValue {
    const key = this.#labelNames.map((name) => labels[name]).join('\0')
    return getOrCreate(this.#values, key, () => ({ labels: { ...labels }, value: 0 }))
  }
}

export type Counter<Label extends string = never> = Pick<MetricValues<Label>, 'inc'>

/** Returns the metrics of several processes as one text, with exemplars. Values with equal labels are summed, or as `aggregator` says. */
export function renderMetricsSum(processes: readonly WorkerMetrics[]): string {
  const byName = Map.groupBy(processes.flat(), ({ name }) => name)
  const sums = [...byName.values()].map((readings) => {
    const first = readings[0] as MetricReading
    return { ...first, values: sumValues(readings, first.aggregator) }
  })
  return renderReadings(sums)
}

function sumValues(readings: readonly MetricReading[], aggregator: MetricReading['aggregator']): MetricValue[] {
  const values = readings.flatMap((reading) => reading.values)
  const bySeries = Map.groupBy(values, ({ metricName, labels }) => JSON.stringify([metricName, labels]))
  return [...bySeries.values()].map((same) => {
    const first = same.find(({ exemplar }) => exemplar) ?? (same[0] as MetricValue)
    return { ...first, value: aggregate(same, aggregator) }
  })
}

function aggregate(values: readonly MetricValue[], aggregator: MetricReading['aggregator']): number {
  if (aggregator === 'max') return Math.max(...values.map(({ value }) => value))
  const sum = values.reduce((total, { value }) => total + value, 0)
  return aggregator === 'average' ? sum / values.length : sum
}

function renderReadings(readings: readonly MetricReading[]): string {
  return readings.map(renderReading).join('')
}

function renderReading({ name, help, type, values }: MetricReading): string {
  const samples = values.map(({ metricName = name, labels, value, exemplar }) => {
    const sample = renderSample(metricName, labels, value)
    return exemplar ? `${sample.trimEnd()}${renderExemplar(exemplar)}\n` : sample
  })
  return renderHead(name, type, help) + samples.join('')
}
