import test from 'ava'
import { buildUsageSamples, sumUsage } from '../../../../src/portal/app/usage/usage-samples.ts'

const hours = [
  { hour: '2026-01-01T00:00:00Z', calls: 2, errors: 0, refusals: 1, tokens: 1, averageMs: 3, p95Ms: 9 },
  { hour: '2026-01-01T01:00:00Z', calls: 0, errors: 0, refusals: 0, tokens: 0 },
]

test('hours become lines whose last sample is the newest hour', (t) => {
  const { everyMs, last, lines } = buildUsageSamples(hours)
  t.is(new Date(last * everyMs).toISOString(), '2026-01-01T01:00:00.000Z')
  t.deepEqual(lines.answered, [1, 0])
  t.deepEqual(lines.p95, [9, null], 'an hour without a call has no latency')
})

test('totals are of all hours; of none they are zero', (t) => {
  t.deepEqual(sumUsage(hours), { calls: 2, errors: 0, refusals: 1, tokens: 1 })
  t.deepEqual(sumUsage([]), { calls: 0, errors: 0, refusals: 0, tokens: 0 })
})
