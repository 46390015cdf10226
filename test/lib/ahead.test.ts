import test from 'ava'

import { ahead } from '../../src/lib/ahead.ts'

test('results come in order, and no more are begun than may be', async (t) => {
  let begun = 0
  let used = 0
  const seen: [number, string][] = []
  const begin = async (item: number) => {
    begun += 1
    t.true(begun - used <= 3)
    await new Promise((next) => setImmediate(next))
    return `result ${item}`
  }
  for await (const [item, result] of ahead([1, 2, 3, 4, 5], 2, begin)) {
    used += 1
    seen.push([item, result])
  }
  t.deepEqual(
    seen,
    [1, 2, 3, 4, 5].map((item) => [item, `result ${item}`]),
  )
})

test('nothing is begun for nothing', async (t) => {
  for await (const _ of ahead([], 2, () => Promise.reject(new Error('begun')))) t.fail()
  t.pass()
})
