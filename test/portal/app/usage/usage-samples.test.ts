import test from 'ava'
import {
  addReading,
  buildDaySamples,
  buildReadingSamples,
  buildUsageSamples,
  findFailureStart,
  findNearestLimit,
  listThresholds,
  sumUsage,
} from '../../../../src/portal/app/usage/usage-samples.ts'

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

test('failures last since the first hour after the latest good one', (t) => {
  const hour = (at: number, calls: number, refusals: number) => ({
    hour: `2026-01-01T0${at}:00:00Z`,
    calls,
    refusals,
    errors: 0,
    tokens: 0,
  })
  t.is(
    findFailureStart([hour(0, 2, 1), hour(1, 2, 0), hour(2, 2, 2), hour(3, 0, 0), hour(4, 1, 1)]),
    hour(2, 0, 0).hour,
  )
  t.is(findFailureStart([hour(0, 2, 2), hour(1, 2, 0), hour(2, 0, 0)]), undefined)
})

test('calls between readings are counted, also over the end of an hour, and old readings are dropped', (t) => {
  const at = (hour: number, calls: number) => ({
    hour: `2026-01-01T0${hour}:00:00Z`,
    calls,
    errors: 0,
    refusals: 0,
    tokens: 0,
  })
  const first = addReading([], { hours: [at(0, 50), at(1, 7)], to: '2026-01-01T01:59:55Z' })
  const second = addReading(first, { hours: [at(0, 50), at(1, 9)], to: '2026-01-01T02:00:00Z' })
  const third = addReading(second, { hours: [at(1, 10), { ...at(2, 4), refusals: 3 }], to: '2026-01-01T02:00:05Z' })
  t.deepEqual(buildReadingSamples(third).lines, { answered: [2, 2], refusals: [0, 3], errors: [0, 0] })
  t.deepEqual(buildReadingSamples(first).lines.answered, [])

  let many = third
  for (let index = 0; index < 100; index++) many = addReading(many, { hours: [at(2, 4)], to: '2026-01-01T02:10:00Z' })
  t.is(buildReadingSamples(many).lines.answered?.length, 60)
})
