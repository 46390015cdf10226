/** Records calls: one line of the log for each, and the metrics. */
import type { MetricValue, Registry } from '../../../shared/lib/output/prometheus.ts'
import type { Client } from '../../consumers/index.ts'
import type { RecordedCall } from '../../contract/access/call-log.ts'
import { type CountMetric, registerCountMetrics } from '../metrics/count-metrics.ts'
import { CallCounts, type DurationHistogram, durationBucketBoundsSeconds, type OperationCounts } from './call-counts.ts'
import type { CallLocation, CallRecord } from './call-record.ts'

export interface CallRecorderOptions {
  /** Writes one line for each call. The line ends with a line feed. */
  write(line: string): void
  metrics: Registry
}

/**
 * Returns the function that records a call, and one that lists the slowest calls. A process opens one recorder, for all
 * revisions of the documents.
 */
export function openCallRecorder({ write, metrics }: CallRecorderOptions) {
  const counts = new CallCounts()
  registerCountMetrics(callMetrics, counts, metrics)

  return {
    record(call: CallRecord): void {
      counts.add(call)
      write(renderCallLine(call))
    },
    /** Returns the slowest calls of each operation within about an hour. */
    listSlowest: (): RecordedCall[] => [...counts].flatMap(({ slowest }) => slowest.list()),
  }
}

const unescaped = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/

// Renders a call as one line of JSON, in the format of the log.
//
// The code avoids `JSON.stringify` because it runs for every call: texts that many calls share are rendered once.

/** Returns the line with its line feed. Members without a value are left out. The parts are joined: sums take more memory. */
function renderCallLine(call: CallRecord): string {
  const { trace, upstreamMs, client } = call
  return [
    lineStart(call.at),
    call.requestId,
    `","method":"${call.method}","path":`,
    quote(call.path),
    `,"status":${call.status}`,
    locationText(call.location),
    (client === undefined ? '' : knownClient(client)) + text(',"user":', call.user),
    call.reason === undefined ? '' : reasonText(call),
    text(',"exceeded":', call.exceededLimits) + text(',"cache":', call.cache),
    text(',"remote":', call.remoteAddress) + text(',"certificate":', call.certificate),
    trace ? `,"traceId":"${trace.traceId}","spanId":"${trace.spanId}"` : '',
    `,"revision":"${call.revision}","bytes":${call.bytes},"totalMs":${milliseconds(call.totalMs)}`,
    upstreamMs === undefined ? '' : `,"upstreamMs":${milliseconds(upstreamMs)}`,
    ',"msg":"call"}\n',
  ].join('')
}

const locationText = rendered(
  ({ org, catalog, api, operation }: CallLocation) =>
    text(',"org":', org) + text(',"catalog":', catalog) + text(',"api":', api) + text(',"operation":', operation),
)

const knownClient = rendered(
  ({ application, clientId }: Client) => text(',"application":', application.name) + text(',"clientId":', clientId),
)

/** Returns a function that renders each object once and then returns the same text. */
function rendered<T extends object>(render: (value: T) => string): (value: T) => string {
  const texts = new WeakMap<T, string>()
  return (value) => {
    let text = texts.get(value)
    if (text === undefined) {
      text = render(value)
      texts.set(value, text)
    }
    return text
  }
}

function reasonText({ reason, detail, place }: CallRecord): string {
  return text(',"reason":', reason) + text(',"detail":', detail) + text(',"place":', place)
}

function text(member: string, value: string | undefined): string {
  return value === undefined ? '' : member + quote(value)
}

function quote(value: string): string {
  return unescaped.test(value) ? `"${value}"` : JSON.stringify(value)
}

/** The fractions of a number with three decimals, by its thousandths: V8 takes longer to render a fraction than to read it here. */
const fractions = Array.from({ length: 1_000 }, (_, thousandths) => String(thousandths / 1_000).slice(1))

/** Renders milliseconds with at most three decimals. */
function milliseconds(value: number): string {
  const thousandths = Math.round(value * 1_000)
  const whole = Math.floor(thousandths / 1_000)
  return `${whole}${fractions[thousandths - whole * 1_000]}`
}

let moment = -1
let momentStart = ''

/** Returns the line up to the request id; the time as `Date.toISOString` has it is rendered once per millisecond. */
function lineStart(milliseconds: number): string {
  if (milliseconds !== moment) {
    moment = milliseconds
    momentStart = `{"level":"info","time":"${new Date(milliseconds).toISOString()}","requestId":"`
  }
  return momentStart
}

/** Values with the labels that they have beside those of the operation. */
type LabelledValues = readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[]

/** The metrics of calls. */
const callMetrics: readonly CountMetric<OperationCounts>[] = [
  counter('sluice_calls_total', 'Calls by API, operation and status', ({ statuses }) => byLabel('status', statuses)),
  counter('sluice_refusals_total', 'Calls that were rejected or broke off, by reason', ({ refusals }) =>
    byLabel('reason', refusals),
  ),
  counter('sluice_soft_limit_excesses_total', 'Calls above a limit that rejects none', ({ excesses }) =>
    unlessZero(excesses),
  ),
  counter(
    'sluice_moved_messages_total',
    'Messages that calls moved to or from queues and topics, where a plan limits messages or bytes',
    ({ moved }) => unlessZero(moved.message),
  ),
  counter('sluice_moved_message_bytes_total', 'Bytes of these messages', ({ moved }) => unlessZero(moved.byte)),
  counter(
    'sluice_cached_calls_total',
    'Calls of operations with a cache of responses, by result: hit, stale, revalidated, miss, bypass',
    ({ cached }) => byLabel('result', cached),
  ),
  histogram(
    'sluice_call_duration_seconds',
    'From the head of the request to the end of the response',
    ({ durations }) => durations,
  ),
  histogram(
    'sluice_upstream_duration_seconds',
    'From the request to the upstream to the head of its response',
    ({ upstreamDurations }) => upstreamDurations,
  ),
]

function counter(
  name: string,
  help: string,
  read: (counts: OperationCounts) => LabelledValues,
): CountMetric<OperationCounts> {
  const readValues = (counts: OperationCounts) =>
    read(counts).map(([labels, value]) => ({ labels: { ...buildLabels(counts), ...labels }, value }))
  return { name, help, type: 'counter', readValues }
}

function byLabel(name: string, values: ReadonlyMap<string | number, number>): LabelledValues {
  return [...values].map(([label, value]) => [{ [name]: String(label) }, value])
}

function unlessZero(value: number): LabelledValues {
  return value > 0 ? [[{}, value]] : []
}

function buildLabels({ catalog, api, operation }: OperationCounts): Record<string, string> {
  return { catalog, api, operation }
}

function histogram(
  name: string,
  help: string,
  read: (counts: OperationCounts) => DurationHistogram,
): CountMetric<OperationCounts> {
  return { name, help, type: 'histogram', readValues: (counts) => buildHistogram(name, counts, read(counts)) }
}

function buildHistogram(name: string, counts: OperationCounts, durations: DurationHistogram): MetricValue[] {
  const { cumulative, sum, exemplars } = durations.read()
  const count = cumulative.at(-1) ?? 0
  if (count === 0) return []

  const buckets = cumulative.map((value, index) => ({
    metricName: `${name}_bucket`,
    labels: {
      le: durationBucketBoundsSeconds[index] === undefined ? '+Inf' : String(durationBucketBoundsSeconds[index]),
      ...buildLabels(counts),
    },
    value,
    exemplar: exemplars[index],
  }))
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels: buildLabels(counts), value: sum },
    { metricName: `${name}_count`, labels: buildLabels(counts), value: count },
  ]
}
