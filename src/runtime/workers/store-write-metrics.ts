/** The metrics of writes of the store, which show how slow it is and how often it fails. */
import { Counter, type Registry } from '../../lib/output/prometheus.ts'
import type { MonitorWritesOptions } from '../../storage/index.ts'

/** Registers the metrics, and returns the function that records a write. */
export function registerStoreWriteMetrics(metrics: Registry): NonNullable<MonitorWritesOptions['onWrite']> {
  const writes = new Counter({
    name: 'sluice_store_writes_total',
    help: 'Writes of the store by their result: ok, or the reason why they failed',
    labelNames: ['result'],
    registers: [metrics],
  })
  const seconds = new Counter({
    name: 'sluice_store_write_seconds_total',
    help: 'The time that these writes took',
    registers: [metrics],
  })
  return (tookMs, code) => {
    writes.inc({ result: code ?? 'ok' })
    seconds.inc(tookMs / 1_000)
  }
}
