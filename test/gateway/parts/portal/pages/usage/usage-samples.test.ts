import test from 'ava'
import {
  buildDaySamples,
  buildUsageSamples,
  findNearestLimit,
  findSlowStart,
  listThresholds,
  sumCounts,
} from '../../../../../../src/gateway/parts/portal/pages/usage/usage-samples.ts'

const hours = [
  { at: '2026-01-01T00:00:00Z', calls: 2, errors: 0, refusals: 1, tokens: 1, averageMs: 3, p95Ms: 9 },
  { at: '2026-01-01T01:00:00Z', calls: 0, errors: 0, refusals: 0, tokens: 0 },
]

test('hours become lines whose last sample is the newest hour', (t) => {
  const { everyMs, last, lines } = buildUsageSamples(hours, 3_600_000)
  t.is(new Date(last * everyMs).toISOString(), '2026-01-01T01:00:00.000Z')
  t.deepEqual(lines.answered, [1, 0])
  t.deepEqual(lines.p95, [9, null], 'an hour without a call has no latency')
})

test('totals are of all hours; of none they are zero', (t) => {
  t.deepEqual(sumCounts(hours), { calls: 2, errors: 0, refusals: 1 })
  t.deepEqual(sumCounts([]), { calls: 0, errors: 0, refusals: 0 })
})

test('days without calls are part of the last days', (t) => {
  const counts = { api: 'a', plan: 'p/free', errors: 1, refusals: 1, tokens: 0 }
  const rows = [
    { day: '2025-12-31', calls: 5, ...counts },
    { day: '2026-01-02', calls: 3, ...counts },
    { day: '2026-01-02', calls: 4, ...counts },
  ]
  const { lines, last, everyMs } = buildDaySamples(rows, 2, Date.parse('2026-01-02T12:00:00Z'))
  t.deepEqual(lines, { answered: [0, 3], refusals: [0, 2], errors: [0, 2] })
  t.is(new Date(last * everyMs).toISOString(), '2026-01-02T00:00:00.000Z')
})

const limit = { name: 'default', kind: 'rate', intervalSeconds: 60, hard: true, part: '', words: '' } as const

test('the nearest limit is the one of which the largest part is used', (t) => {
  const limits = [
    { ...limit, calls: 1_000, used: 500, left: 500 },
    { ...limit, name: 'near', calls: 10, used: 9, left: 1 },
    { ...limit, name: 'none', calls: null, used: 9_999, left: null },
  ]
  t.is(findNearestLimit([{ product: 'a', plan: 'b', limits }])?.name, 'near')
  t.is(findNearestLimit([]), undefined)
})

test('limits of the whole plan are lines in a chart whose samples are as long or longer', (t) => {
  const limits = [
    { ...limit, calls: 10, used: 0, left: 10 },
    { ...limit, calls: 50, used: 0, left: 50, intervalSeconds: 86_400 },
    { ...limit, calls: 5, used: 0, left: 5, part: 'customers:1.0.0' },
  ]
  const lines = listThresholds([{ product: 'a', plan: 'b', limits }], 3_600_000)
  t.deepEqual(
    lines.map(({ value }) => value),
    [600],
  )
})

test('calls are slow since the first of the latest steps that take twice the usual time', (t) => {
  const steps = (...averages: number[]) =>
    averages.map((averageMs, index) => ({ at: String(index), calls: 1, errors: 0, refusals: 0, averageMs }))
  t.is(findSlowStart([...steps(10, 90, 9, 11, 10, 25), ...hours.slice(1)]), '5')
  t.is(findSlowStart(steps(10, 9, 10, 90, 9)), undefined)
  t.is(findSlowStart([]), undefined)
})
