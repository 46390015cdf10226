import { mock } from 'node:test'

import test from 'ava'

import { openLog } from '../../../src/lib/output/log.ts'
import { Registry } from '../../../src/lib/output/prometheus.ts'
import { watchOpenFiles } from '../../../src/runtime/workers/watch-open-files.ts'

test('the metric has the share, and the log says once when the limit is near, or met', async (t) => {
  mock.timers.enable({ apis: ['setInterval'] })
  t.teardown(() => mock.timers.reset())
  const lines: string[] = []
  const log = openLog({ write: (line) => lines.push(JSON.parse(line).msg) })
  const metrics = new Registry()
  let count = () => 10
  watchOpenFiles({ metrics, log: () => log, limit: 100, count: () => count(), intervalMs: 1_000 })
  mock.timers.tick(1_000)
  t.regex(await metrics.metrics(), /^sluice_worker_open_files_ratio 0\.1$/m)
  t.deepEqual(lines, [])

  count = () => {
    throw new Error('EMFILE: too many open files')
  }
  mock.timers.tick(5_000)
  t.regex(await metrics.metrics(), /^sluice_worker_open_files_ratio 1$/m)
  t.deepEqual(lines, [
    'this worker uses 100% of its limit of open files (100): connections are refused at the limit; raise it with ulimit -n',
  ])

  count = () => 85
  mock.timers.tick(5_000)
  t.is(lines.length, 1)
  count = () => 10
  mock.timers.tick(5_000)
  t.is(lines.length, 2)
})
