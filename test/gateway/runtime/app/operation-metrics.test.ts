import test from 'ava'
import { registerOperationMetrics } from '../../../../src/gateway/runtime/app/operation-metrics.ts'
import { Registry } from '../../../../src/shared/lib/output/prometheus.ts'

test('counts operations and their time by result', async (t) => {
  const registry = new Registry()
  const record = registerOperationMetrics('reads', registry)
  record(250, undefined)
  record(500, undefined)
  record(3_000, 'unavailable')
  const samples = registry
    .render()
    .split('\n')
    .filter((line) => /^\w/.test(line))
  t.deepEqual(samples, [
    'sluice_store_reads_total{result="ok"} 2',
    'sluice_store_reads_total{result="unavailable"} 1',
    'sluice_store_read_seconds_total{result="ok"} 0.75',
    'sluice_store_read_seconds_total{result="unavailable"} 3',
  ])
})

test('each kind of operation has metrics of its own, which begin at 0', async (t) => {
  const registry = new Registry()
  for (const operations of ['reads', 'writes', 'counters'] as const) registerOperationMetrics(operations, registry)
  const text = registry.render()
  for (const name of ['store_reads', 'store_writes', 'counter_operations'])
    t.regex(text, new RegExp(`^sluice_${name}_total\\{result="ok"\\} 0$`, 'm'))
})
