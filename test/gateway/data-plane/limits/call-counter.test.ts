import { mock } from 'node:test'
import test, { type ExecutionContext } from 'ava'
import { createEventualCounter } from '../../../../src/gateway/data-plane/limits/call-counter.ts'

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
  let now = 0
  const sent: SharedAddition[] = []
  const errors: unknown[] = []
  const counter = createEventualCounter(
    (key, by, expiresAt) => new Promise((resolve, reject) => sent.push({ key, by, expiresAt, resolve, reject })),
    () => now,
    (error) => errors.push(error),
  )
  const add = (key = 'key', endsAt = 100_000) => counter.add(key, { amount: 1, now, endsAt, limit: 10 })
  const take = () =>
    sent.splice(0).map(({ key, by, expiresAt, ...settle }) => ({ addition: { key, by, expiresAt }, ...settle }))
  /** Adds the first call, while all workers together have counted `sum` calls. */
  const begin = (sum: number, key?: string) => {
    const first = add(key)
    take()[0]?.resolve(sum)
    return first
  }
  const tick = (milliseconds: number) => {
    now += milliseconds
    mock.timers.tick(milliseconds)
  }
  return { add, take, begin, tick, errors, counter }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test.serial('the first calls of a worker wait for the calls of all workers', async (t) => {
  const { add, take } = openCounter(t)
  const calls = [add(), add()]
  const [first, ...others] = take()
  t.deepEqual(first?.addition, { key: 'key 100000', by: 1, expiresAt: 105_000 })
  t.is(others.length, 0)
  first?.resolve(7)
  t.deepEqual(await Promise.all(calls), [8, 8])
})

test.serial(
  'counts at once after that, and adds the calls of a quarter of a second to the shared count together',
  async (t) => {
    const { add, take, begin, tick } = openCounter(t)
    t.is(await begin(1), 1)
    t.is(await begin(4, 'other'), 4)
    t.deepEqual([add(), add(), add('other')], [2, 3, 5])
    tick(249)
    t.deepEqual(take(), [])
    tick(1)
    t.deepEqual(
      take().map(({ addition }) => addition),
      [
        { key: 'key 100000', by: 2, expiresAt: 105_000 },
        { key: 'other 100000', by: 1, expiresAt: 105_000 },
      ],
    )
  },
)

test.serial('a busy worker includes the calls of others every half second, and no call waits', async (t) => {
  const { add, take, begin, tick } = openCounter(t)
  await begin(1)
  add()
  tick(500)
  t.is(add(), 3, 'the shared count has not answered')
  take()[0]?.resolve(7)
  await settled()
  t.is(add(), 9, 'seven of all workers, and two since')
})

test.serial('calls that go on never wait for the shared count, however late each of them is', async (t) => {
  const { add, take, begin, tick } = openCounter(t)
  await begin(1)
  for (let passed = 0; passed < 2_000; passed += 7) {
    tick(7)
    t.is(typeof add(), 'number')
    take()[0]?.resolve(1)
    await settled()
  }
})

test.serial('a call waits for the shared count when it was not read for half a second', async (t) => {
  const { add, take, begin, tick } = openCounter(t)
  await begin(1)
  tick(499)
  t.is(add(), 2)
  tick(501)
  take()[0]?.resolve(6)
  await settled()
  t.is(add(), 7)
  tick(500)
  take()[0]?.resolve(20)
  await settled()
  tick(500)
  const call = add()
  take()[0]?.resolve(30)
  t.is(await call, 30)
})

test.serial('adds nothing for a key without new calls', async (t) => {
  const { add, take, begin, tick } = openCounter(t)
  await begin(1)
  await begin(1, 'other')
  add('other')
  tick(500)
  t.deepEqual(
    take().map(({ addition }) => addition.key),
    ['other 100000'],
  )
})

test.serial('reports a failure, lets the call go on, and adds its calls with the next ones', async (t) => {
  const { add, take, errors, tick } = openCounter(t)
  const call = add()
  take()[0]?.reject(new Error('no room'))
  t.is(await call, 1)
  t.deepEqual(
    errors.map((error) => (error as Error).message),
    ['no room'],
  )
  t.is(add(), 2)
  tick(500)
  t.deepEqual(
    take().map(({ addition }) => addition.by),
    [2],
  )
})

test.serial(
  'calls that waited for the shared count are added to it a quarter of a second later, without a further call',
  async (t) => {
    const { add, take, tick } = openCounter(t)
    const calls = [add(), add(), add()]
    take()[0]?.resolve(1)
    await Promise.all(calls)
    tick(500)
    t.deepEqual(
      take().map(({ addition }) => addition.by),
      [2],
    )
  },
)

test.serial('calls that could not be added are added later, without a further call, and reported once', async (t) => {
  const { add, take, errors, tick } = openCounter(t)
  const call = add()
  take()[0]?.reject(new Error('no room'))
  await call
  tick(500)
  take()[0]?.reject(new Error('no room'))
  await settled()
  t.is(errors.length, 1)
  tick(500)
  t.deepEqual(
    take().map(({ addition }) => addition.by),
    [1],
  )
})

test.serial('the end of a process adds what was not added yet', async (t) => {
  const { add, take, begin, counter } = openCounter(t)
  await begin(1)
  add()
  const closed = counter.close()
  take()[0]?.resolve(2)
  await closed
  await counter.close()
  t.deepEqual(take(), [])
})

test.serial('a new window starts at zero', async (t) => {
  const { add, take, begin } = openCounter(t)
  await begin(5)
  const call = add('key', 200_000)
  take()[0]?.resolve(1)
  t.is(await call, 1)
})
