/** The metrics of reads and writes of the store and of counters on another machine: how many, how long, and why they failed. */
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import type { Registry } from '../../../shared/lib/output/prometheus.ts'
import type { RecordOperation } from '../../../shared/storage/index.ts'
import { registerCountMetrics } from '../../telemetry/metrics/index.ts'

const operationMetrics = {
  reads: { count: 'sluice_store_reads_total', seconds: 'sluice_store_read_seconds_total', text: 'Reads of the store' },
  writes: {
    count: 'sluice_store_writes_total',
    seconds: 'sluice_store_write_seconds_total',
    text: 'Writes of the store',
  },
  counters: {
    count: 'sluice_counter_operations_total',
    seconds: 'sluice_counter_operation_seconds_total',
    text: 'Operations of counters in Redis or PostgreSQL',
  },
} as const

/** The operations with one result. */
type OperationTotal = { result: string; count: number; ms: number }

/** Registers the metrics, and returns the function that records an operation. It costs a look-up and two additions. */
export function registerOperationMetrics(
  operations: keyof typeof operationMetrics,
  metrics: Registry,
): RecordOperation {
  const { count, seconds, text } = operationMetrics[operations]
  const totals = new Map<string, OperationTotal>([['ok', { result: 'ok', count: 0, ms: 0 }]])
  registerCountMetrics<OperationTotal>(
    [
      {
        name: count,
        help: `${text} by their result: ok, or the reason why they failed`,
        type: 'counter',
        readValues: (total) => [{ labels: { result: total.result }, value: total.count }],
      },
      {
        name: seconds,
        help: 'The time that these operations took',
        type: 'counter',
        readValues: (total) => [{ labels: { result: total.result }, value: total.ms / 1_000 }],
      },
    ],
    { [Symbol.iterator]: () => totals.values() },
    metrics,
  )

  return (tookMs, code) => {
    const result = code ?? 'ok'
    const total = getOrCreate(totals, result, () => ({ result, count: 0, ms: 0 }))
    total.count += 1
    total.ms += tookMs
  }
}
