import test from 'ava'
import { registerOpenFilesMetric } from '../../../../src/gateway/runtime/workers/open-files-metric.ts'
import { Registry } from '../../../../src/shared/lib/output/prometheus.ts'

test('the metric is the share of open files, and 1 when none can be opened to count them', async (t) => {
  const metrics = new Registry()
  let count = () => 10
  registerOpenFilesMetric(metrics, { limit: 100, count: () => count() })
  t.regex(metrics.render(), /^sluice_worker_open_files_ratio 0\.1$/m)
  count = () => {
    throw new Error('EMFILE: too many open files')
  }
  t.regex(metrics.render(), /^sluice_worker_open_files_ratio 1$/m)
})

test('without a finite limit there is no metric', async (t) => {
  const metrics = new Registry()
  registerOpenFilesMetric(metrics, { limit: Number.POSITIVE_INFINITY })
  t.is(metrics.render().trim(), '')
})
