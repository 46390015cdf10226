import test from 'ava'
import { openLog, silentLog } from '../../../src/lib/output/log.ts'
import { openMemoryStore, type StateStore } from '../../../src/storage/index.ts'
import { readDailyUsage, sumDailyUsage } from '../../../src/telemetry/usage/daily-usage.ts'
import { readHourlyUsage } from '../../../src/telemetry/usage/hourly-usage.ts'
import { openUsageCounter } from '../../../src/telemetry/usage/usage-counter.ts'

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
