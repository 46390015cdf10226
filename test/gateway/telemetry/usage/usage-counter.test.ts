import test from 'ava'
import { readDailyUsage, sumDailyUsage } from '../../../../src/gateway/telemetry/usage/daily-usage.ts'
import { readHourlyUsage } from '../../../../src/gateway/telemetry/usage/hourly-usage.ts'
import { openMinuteUsage, readMinuteUsage } from '../../../../src/gateway/telemetry/usage/minute-usage.ts'
import { openUsageCounter } from '../../../../src/gateway/telemetry/usage/usage-counter.ts'
import { openLog, silentLog } from '../../../../src/shared/lib/output/log.ts'
import { minuteMs } from '../../../../src/shared/lib/time/durations.ts'
import { openMemoryStore, type StateStore } from '../../../../src/shared/storage/index.ts'

const shop = { catalog: 'acme/sandbox', application: 'shop', plan: 'shop/gold', api: 'customers:1.0.0', hourly: false }
const today = Date.UTC(2026, 10, 21, 12)
const yesterday = today - 86_400_000

test('the counts of several workers add up by day', async (t) => {
  let now = yesterday
  const clock = () => now
  const store = openMemoryStore({ clock })
  const workers = [1, 2].map(() => openUsageCounter({ store, clock, log: silentLog }))
  for (const worker of workers) worker.addCall(shop, undefined, 5)
  now = today
  workers[0]?.addCall(shop, 'refusals', 5)
  workers[1]?.addToken({ ...shop, plan: '', api: '' })
  for (const worker of workers) await worker.close()

  const rows = await readDailyUsage(store, '2026-11-20')
  t.deepEqual(
    rows.map(({ day, api, calls, errors, refusals, tokens }) => [day, api, calls, errors, refusals, tokens]),
    [
      ['2026-11-20', 'customers:1.0.0', 2, 0, 0, 0],
      ['2026-11-21', '', 0, 0, 0, 1],
      ['2026-11-21', 'customers:1.0.0', 1, 0, 1, 0],
    ],
  )
  t.deepEqual(await readDailyUsage(store, '2026-11-22'), [])
  t.like(
    sumDailyUsage(rows).find(({ api }) => api !== ''),
    { day: '', calls: 3, refusals: 1 },
  )
})

test('counts that could not be written are written later', async (t) => {
  const clock = () => today
  const memory = openMemoryStore({ clock })
  let full = true
  const store: StateStore = {
    ...memory,
    count: async (...given) => {
      if (full) throw new Error('the disk is full')
      return memory.count(...given)
    },
  }
  const lines: string[] = []
  const usage = openUsageCounter({ store, clock, log: openLog({ write: (line) => lines.push(line) }) })
  usage.addCall(shop, undefined, 5)
  await usage.close()
  t.regex(lines.join(), /the disk is full/)

  full = false
  usage.addCall(shop, undefined, 5)
  await usage.close()
  t.is((await readDailyUsage(memory, '2026-11-21'))[0]?.calls, 2)
})

test('usage by minute has calls, durations and failures of each operation, from all workers', async (t) => {
  let now = today
  const clock = () => now
  const store = openMemoryStore({ clock })
  const workers = [1, 2].map(() => openUsageCounter({ store, clock, log: silentLog }))
  const [list, add] = ['list', 'add'].map((operation) => ({ ...shop, operation, hourly: true }))
  if (!list || !add) throw new Error('the subjects are missing')
  for (const worker of workers) worker.addCall(list, undefined, 4)
  workers[0]?.addCall(add, 'refusals', 8, 'scope_insufficient')
  now += minuteMs
  workers[0]?.addCall(add, 'refusals', 8, 'scope_insufficient')
  workers[0]?.addCall(add, 'errors', 8, '502')
  workers[0]?.addCall({ ...shop, operation: 'list' }, undefined, 4) // a catalog without a portal
  for (const worker of workers) await worker.close()
  await workers[0]?.close() // nothing is counted twice

  const rows = await readMinuteUsage(store, shop, { since: today, until: now + minuteMs })
  const brief = rows
    .map(
      ({ startsAt, operation, calls, errors, refusals, totalMs, failures }) =>
        [(startsAt - today) / minuteMs, operation, calls, errors, refusals, totalMs, failures] as const,
    )
    .sort((a, b) => a[0] - b[0] || a[1].localeCompare(b[1]))
  t.deepEqual(brief, [
    [0, 'add', 1, 0, 1, 8, { scope_insufficient: 1 }],
    [0, 'list', 1, 0, 0, 4, {}],
    [0, 'list', 1, 0, 0, 4, {}],
    [1, 'add', 2, 1, 1, 16, { scope_insufficient: 1, 502: 1 }],
  ])
  const [latency] = rows[0]?.latencies ?? []
  t.true(latency?.calls === 1 && latency.aboveMs < 4 && 4 <= latency.upToMs)
  t.is((await readMinuteUsage(store, shop, { since: now, until: now + minuteMs })).length, 1)
  t.deepEqual(await readMinuteUsage(store, { ...shop, application: 'other' }, { since: today, until: now }), [])
})

test('a client of many operations fills bounded minutes', async (t) => {
  const clock = () => today
  const store = openMemoryStore({ clock })
  const usage = openUsageCounter({ store, clock, log: silentLog })
  for (let index = 0; index < 500; index++)
    usage.addCall({ ...shop, operation: `operation-${index}`, hourly: true }, undefined, 4)
  await usage.close()
  const rows = await readMinuteUsage(store, shop, { since: today, until: today + minuteMs })
  t.is(rows.length, 201)
  t.is(rows.find(({ operation }) => operation === '')?.calls, 300)
})

test('minutes that could not be written are written later, and dropped after an hour', async (t) => {
  let now = today
  const memory = openMemoryStore({ clock: () => now })
  let isFull = true
  const save: StateStore['save'] = async (...given) => {
    if (isFull) throw new Error('the disk is full')
    return memory.save(...given)
  }
  const minutes = openMinuteUsage({ save })
  const counts = () => ({
    ...{ calls: 1, errors: 0, refusals: 0, tokens: 0, ms: 4 },
    latencies: undefined,
    failures: new Map(),
  })
  minutes.add({ ...shop, hourly: true }, counts(), now)
  await t.throwsAsync(minutes.flush(now), { message: 'the disk is full' })
  isFull = false
  now += 10 * minuteMs
  await minutes.flush(now)
  t.is((await readMinuteUsage(memory, shop, { since: today, until: now })).length, 1)

  isFull = true
  minutes.add({ ...shop, api: 'late:1.0.0', hourly: true }, counts(), now)
  await t.throwsAsync(minutes.flush(now))
  isFull = false
  await minutes.flush(now + 70 * minuteMs)
  t.is((await readMinuteUsage(memory, shop, { since: today, until: now + minuteMs })).length, 1)
})

test('usage by hour has calls and durations', async (t) => {
  let now = today
  const clock = () => now
  const store = openMemoryStore({ clock })
  const usage = openUsageCounter({ store, clock, log: silentLog })
  const counted = { ...shop, hourly: true }
  for (const ms of [0.4, 3, 100]) usage.addCall(counted, undefined, ms)
  now += 3_600_000
  usage.addCall(counted, 'errors', 100)
  usage.addToken({ ...counted, plan: '', api: '' })
  await usage.close()

  const rows = await readHourlyUsage(store, counted, { since: today, now })
  t.like(
    rows.find(({ startsAt }) => startsAt === today),
    { api: 'customers:1.0.0', calls: 3, errors: 0, tokens: 0, totalMs: 103 },
  )
  const first = rows.find(({ startsAt }) => startsAt === today)
  for (const [index, ms] of [0.4, 3, 100].entries()) {
    const bucket = first?.latencies.toSorted((a, b) => a.upToMs - b.upToMs)[index]
    t.true(bucket?.calls === 1 && bucket.aboveMs < ms && ms <= bucket.upToMs, String(ms))
  }
  const second = rows.filter(({ startsAt }) => startsAt === today + 3_600_000)
  t.deepEqual(second.map(({ calls, errors, tokens }) => [calls, errors, tokens]).sort(), [
    [0, 0, 1],
    [1, 1, 0],
  ])
  t.deepEqual(await readHourlyUsage(store, { ...counted, application: 'other' }, { since: today, now }), [])
  t.is((await readHourlyUsage(store, counted, { since: today + 3_600_000, now })).length, 2)
  t.is((await readDailyUsage(store, '2026-11-21')).find(({ api }) => api !== '')?.calls, 4)
})
