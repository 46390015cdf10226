import test from 'ava'
import { openLog } from '../../../src/lib/output/log.ts'
import { defaultMetricsRegistry } from '../../../src/lib/output/prometheus.ts'
import { warmUp } from '../../../src/runtime/workers/warm-up.ts'

test('every call is served, and neither the log nor the metrics of the process have it', async (t) => {
  const lines: string[] = []
  const log = openLog({ level: 'debug', name: 'gateway', write: (line) => lines.push(line) })
  t.is(await warmUp(20, log), 20)
  t.deepEqual(lines, [])
  t.notRegex(defaultMetricsRegistry.render(), /warm-up/)
})

test('no call is made when none is wanted', async (t) => {
  t.is(await warmUp(0, openLog({ name: 'gateway' })), 0)
})
