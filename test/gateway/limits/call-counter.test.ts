import { mock } from 'node:test'

import test, { type ExecutionContext } from 'ava'

import { createEventualCounter } from '../../../src/gateway/limits/call-counter.ts'

interface SharedAddition {
  key: string
  by: number
  expiresAt: number
  resolve(sum: number): void
  reject(error: Error): void
}

/** A counter, and the additions to the shared count that have not been settled by the test. */
function openCounter(t: ExecutionContext) {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const sent: SharedAddition[] = []
  const errors: unknown[] = []
  const counter = createEventualCounter(
    (key, by, expiresAt) => new Promise((resolve, reject) => sent.push({ key, by, expiresAt, resolve, reject })),
    (error) => errors.push(error),
  )
  const add = (key = 'key', endsAt = 1_000) => counter.add(key, { amount: 1, now: 0, endsAt, limit: 10 })
  const take = () =>
    sent.splice(0).map(({ key, by, expiresAt, ...settle }) => ({ addition: { key, by, expiresAt }, ...settle }))
  return { add, take, errors }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test.serial('counts at once and adds the calls of half a second to the shared count together', (t) => {
  const { add, take } = openCounter(t)
  t.deepEqual([add(), add(), add('other')], [1, 2, 1])
  mock.timers.tick(499)
  t.deepEqual(take(), [])
  mock.timers.tick(1)
  t.deepEqual(
    take().map(({ addition }) => addition),
    [
      { key: 'key 1000', by: 2, expiresAt: 1_000 },
      { key: 'other 1000', by: 1, expiresAt: 1_000 },
    ],
  )
})

test.serial('includes the calls of other workers from then on', async (t) => {
  const { add, take } = openCounter(t)
  add()
  mock.timers.tick(500)
  t.is(add(), 2, 'the shared count has not answered')
  take()[0]?.resolve(7)
  await settled()
  t.is(add(), 9, 'seven of all workers, and two since')
})

test.serial('adds nothing for a key without new calls', async (t) => {
  const { add, take } = openCounter(t)
  add()
  add('other')
  mock.timers.tick(500)
  for (const { resolve } of take()) resolve(1)
  await settled()
  add('other')
  mock.timers.tick(500)
  t.deepEqual(
    take().map(({ addition }) => addition.key),
    ['other 1000'],
  )
})

test.serial('reports a failure and adds its calls with the next ones', async (t) => {
  const { add, take, errors } = openCounter(t)
  add()
  mock.timers.tick(500)
  take()[0]?.reject(new Error('no room'))
  await settled()
  t.deepEqual(
    errors.map((error) => (error as Error).message),
    ['no room'],
  )
  t.is(add(), 2)
  mock.timers.tick(500)
  t.deepEqual(
    take().map(({ addition }) => addition.by),
    [2],
  )
})

test.serial('a new window starts at zero', (t) => {
  const { add } = openCounter(t)
  add()
  t.is(add('key', 2_000), 1)
})
