/** Records calls: one line of the log for each, and the metrics. */

import { defaultMetricsRegistry, type MetricValue, type Registry } from '../../../shared/lib/output/prometheus.ts'
import type { Client } from '../../consumers/index.ts'
import type { RecordedCall } from '../../contract/access/call-log.ts'
import { type CountMetric, registerCountMetrics } from '../metrics/count-metrics.ts'
import { CallCounts, type DurationHistogram, durationBucketBoundsSeconds, type OperationCounts } from './call-counts.ts'
import type { CallLocation, CallRecord } from './call-record.ts'

export interface CallRecorderOptions {
  /** Writes one line for each call. The line ends with a line feed. */
  write(line: string): void
  /** The registry of the metrics; by default that of the process. */
  metrics?: Registry
}

/**
 * Returns the function that records a call, and one that lists the slowest calls. A process opens one recorder, for all
 * revisions of the documents.
 */
export function openCallRecorder({ write, metrics = defaultMetricsRegistry }: CallRecorderOptions) {
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

/** The metrics of calls. */
const callMetrics: readonly CountMetric<OperationCounts>[] = [
  {
    name: 'sluice_calls_total',
    help: 'Calls by API, operation and status',
    type: 'counter',
    readValues: (counts) =>
      [...counts.statuses].map(([status, value]) => ({
        labels: { ...buildLabels(counts), status: String(status) },
        value,
      })),
  },
  {
    name: 'sluice_refusals_total',
    help: 'Calls that were rejected or broke off, by reason',
    type: 'counter',
    readValues: (counts) =>
      [...counts.refusals].map(([reason, value]) => ({ labels: { ...buildLabels(counts), reason }, value })),
  },
  {
    name: 'sluice_soft_limit_excesses_total',
    help: 'Calls above a limit that rejects none',
    type: 'counter',
    readValues: (counts) => (counts.excesses > 0 ? [{ labels: buildLabels(counts), value: counts.excesses }] : []),
  },
  {
    name: 'sluice_moved_messages_total',
    help: 'Messages that calls moved to or from queues and topics, where a plan limits messages or bytes',
    type: 'counter',
    readValues: ({ moved, ...counts }) =>
      moved.message > 0 ? [{ labels: buildLabels(counts), value: moved.message }] : [],
  },
  {
    name: 'sluice_moved_message_bytes_total',
    help: 'Bytes of these messages',
    type: 'counter',
    readValues: ({ moved, ...counts }) => (moved.byte > 0 ? [{ labels: buildLabels(counts), value: moved.byte }] : []),
  },
  {
    name: 'sluice_cached_calls_total',
    help: 'Calls of operations with a cache of responses, by result: hit, stale, revalidated, miss, bypass',
    type: 'counter',
    readValues: (counts) =>
      [...counts.cached].map(([result, value]) => ({ labels: { ...buildLabels(counts), result }, value })),
  },
  {
    name: 'sluice_call_duration_seconds',
    help: 'From the head of the request to the end of the response',
    type: 'histogram',
    readValues: (counts) => buildHistogram('sluice_call_duration_seconds', counts, counts.durations),
  },
  {
    name: 'sluice_upstream_duration_seconds',
    help: 'From the request to the upstream to the head of its response',
    type: 'histogram',
    readValues: (counts) => buildHistogram('sluice_upstream_duration_seconds', counts, counts.upstreamDurations),
  },
]

function buildLabels(counts: Pick<OperationCounts, 'catalog' | 'api' | 'operation'>): Record<string, string> {
  const { catalog, api, operation } = counts
  return { catalog, api, operation }
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
