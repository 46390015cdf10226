import test from 'ava'

import { createRandom } from '../../_support/random.ts'
import { benchFor, text } from '../_support/manager.ts'

const seed = Number(process.env.EXPIRY_SEED ?? Date.now() % 1_000_000)

test(`a sweep removes the non-persistent messages that have expired, whatever their order (seed ${seed})`, async (t) => {
  const { running, connection, define, pass } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  const random = createRandom(seed)
  const lifetimes = Array.from({ length: 60 }, () => 1 + Math.floor(random() * 100))
  for (const lifetime of lifetimes) {
    await connection.put({ queue: 'A' }, text('x', { expiry: lifetime * 100 }))
  }
  for (let passed = 10; passed <= 100; passed += 10) {
    pass(1_000)
    running.sweep()
    const left = lifetimes.filter((lifetime) => lifetime > passed).length
    t.is(running.queues.find('A')?.depth, left, `after ${passed}`)
  }
})
