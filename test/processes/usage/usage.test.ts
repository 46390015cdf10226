import test from 'ava'

import { openLog, silentLog } from '../../../src/lib/log.ts'
import { readUsage, sumDays } from '../../../src/processes/usage/read.ts'
import { openUsage } from '../../../src/processes/usage/usage.ts'
import { openMemoryStore, type Store } from '../../../src/storage/index.ts'

const shop = { catalog: 'acme/sandbox', application: 'shop', plan: 'shop/gold', api: 'customers:1.0.0' }
const today = Date.UTC(2026, 10, 21, 12)
const yesterday = today - 86_400_000

test('what several workers count adds up, by day', async (t) => {
  let now = yesterday
  const clock = () => now
  const store = openMemoryStore({ clock })
  const workers = [1, 2].map(() => openUsage({ store, clock, log: silentLog }))
  for (const worker of workers) worker.add(shop, 'calls')
  now = today
  workers[0]?.add(shop, 'calls')
  workers[0]?.add(shop, 'refusals')
  workers[1]?.add({ ...shop, plan: '', api: '' }, 'tokens')
  for (const worker of workers) await worker.close()

  const rows = await readUsage(store, '2026-11-20')
  t.deepEqual(
    rows.map(({ day, api, calls, errors, refusals, tokens }) => [day, api, calls, errors, refusals, tokens]),
    [
      ['2026-11-20', 'customers:1.0.0', 2, 0, 0, 0],
      ['2026-11-21', '', 0, 0, 0, 1],
      ['2026-11-21', 'customers:1.0.0', 1, 0, 1, 0],
    ],
  )
  t.deepEqual(await readUsage(store, '2026-11-22'), [])
  t.like(
    sumDays(rows).find(({ api }) => api !== ''),
    { day: '', calls: 3, refusals: 1 },
  )
})

test('what cannot be written is kept for the next time', async (t) => {
  const clock = () => today
  const memory = openMemoryStore({ clock })
  let full = true
  const store: Store = {
    ...memory,
    count: async (...given) => {
      if (full) throw new Error('the disk is full')
      return memory.count(...given)
    },
  }
  const lines: string[] = []
  const usage = openUsage({ store, clock, log: openLog({ write: (line) => lines.push(line) }) })
  usage.add(shop, 'calls')
  await usage.close()
  t.regex(lines.join(), /the disk is full/)

  full = false
  usage.add(shop, 'calls')
  await usage.close()
  t.is((await readUsage(memory, '2026-11-21'))[0]?.calls, 2)
})
