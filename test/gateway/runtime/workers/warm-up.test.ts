import test from 'ava'
import { warmUp } from '../../../../src/gateway/runtime/workers/warm-up.ts'
import { openLog } from '../../../../src/shared/lib/output/log.ts'
import { defaultMetricsRegistry } from '../../../../src/shared/lib/output/prometheus.ts'
import { typeTables } from '../../_support/tables.ts'

test('every call is served, with a body and with other heads, and neither the log nor the metrics of the process have it', async (t) => {
  const lines: string[] = []
  const log = openLog({ level: 'debug', name: 'gateway', write: (line) => lines.push(line) })
  t.is(await warmUp({ warmUpCalls: 20, upstreamClient: 'built-in' }, typeTables, log), 20)
  t.deepEqual(lines, [])
  t.notRegex(defaultMetricsRegistry.render(), /warm-up/)
})

test('no call is made when none is wanted', async (t) => {
  t.is(await warmUp({ warmUpCalls: 0, upstreamClient: 'built-in' }, typeTables, openLog({ name: 'gateway' })), 0)
})
