import test from 'ava'
import { createLeasedCounter } from '../../../../src/gateway/data-plane/limits/leased-counter.ts'

/** A count that workers share, and how often it was asked. */
function sharedCount() {
  const sums = new Map<string, number>()
  const shared = {
    asked: 0,
    /** The size of each batch. */
    batches: [] as number[],
    async count(key: string, by: number) {
      shared.asked += 1
      shared.batches.push(by)
      await Promise.resolve()
      const sum = (sums.get(key) ?? 0) + by
      sums.set(key, sum)
      return sum
    },
  }
  return shared
}

async function passed(limit: number, calls: number, workers: number, by = 1): Promise<number> {
  const { count } = sharedCount()
  const meters = Array.from({ length: workers }, () => createLeasedCounter(count))
  const used = await Promise.all(
    Array.from({ length: calls }, (_, index) =>
      meters[index % workers]?.add('key', { amount: by, now: 0, endsAt: 1_000, limit: limit }),
    ),
  )
  return used.filter((each) => (each as number) <= limit).length
}

for (const [limit, calls, workers] of [
  [100, 500, 2],
  [1, 50, 4],
  [1_999, 4_000, 3],
] as const) {
  test(`of ${calls} calls at ${workers} workers exactly ${limit} pass a limit of ${limit}`, async (t) => {
    t.is(await passed(limit, calls, workers), limit)
  })
}

test('a large limit is never exceeded and is used up except for the leases of other workers', async (t) => {
  const within = await passed(50_000, 60_000, 2)
  t.true(within <= 50_000)
  t.true(within >= 50_000 - 2 * 50)
})

for (const limit of [10, 10_000])
  test(`the count of a window with a limit of ${limit} outlives it, for calls that reach the store late`, async (t) => {
    const expiries: number[] = []
    const meter = createLeasedCounter(async (_, by, expiresAt) => {
      expiries.push(expiresAt)
      return by
    })
    await meter.add('key', { amount: 1, now: 999, endsAt: 1_000, limit })
    t.true(expiries.every((each) => each > 1_000))
  })

test('calls do not wait for the shared count after the first one, while the next batch comes in time', async (t) => {
  const meter = createLeasedCounter(sharedCount().count)
  const add = () => meter.add('key', { amount: 1, now: 0, endsAt: 1_000, limit: 100_000 })
  t.is(await add(), 1)
  for (let calls = 2; calls <= 1_000; calls += 1) {
    t.is(add(), calls)
    await new Promise(setImmediate)
  }
})

test('calls go on while the next batch cannot be leased, and one of them leases it again', async (t) => {
  let asked = 0
  const meter = createLeasedCounter(async (_, by) => {
    asked += 1
    if (asked === 2) throw new Error('no room')
    return asked === 1 ? by : 2 * by
  })
  const add = () => meter.add('key', { amount: 1, now: 0, endsAt: 1_000, limit: 100_000 })
  for (let calls = 1; calls <= 101; calls += 1) t.is(await add(), calls)
  t.is(asked, 3)
})

test('a large limit accesses the shared count for a thousandth of its calls, and once ahead', async (t) => {
  const shared = sharedCount()
  const meter = createLeasedCounter(shared.count)
  for (let calls = 0; calls < 1_000; calls += 1)
    await meter.add('key', { amount: 1, now: 0, endsAt: 1_000, limit: 100_000 })
  t.is(shared.asked, 11)
})

test('counts synchronously while leased calls are left', async (t) => {
  const meter = createLeasedCounter(sharedCount().count)
  await meter.add('key', { amount: 1, now: 0, endsAt: 1_000, limit: 100_000 })
  t.is(meter.add('key', { amount: 1, now: 0, endsAt: 1_000, limit: 100_000 }), 2)
})

test('a call with a weight uses up several calls', async (t) => {
  t.is(await passed(100, 500, 2, 7), 14)
})

test('a new window starts at zero', async (t) => {
  const meter = createLeasedCounter(sharedCount().count)
  await meter.add('key', { amount: 1, now: 0, endsAt: 1_000, limit: 100_000 })
  t.is(await meter.add('key', { amount: 1, now: 1_000, endsAt: 2_000, limit: 100_000 }), 1)
})

test('a failed shared count rejects the promise of the call, and the next call tries again', async (t) => {
  let broken = true
  const meter = createLeasedCounter(async (_, by) => {
    if (broken) throw new Error('no room')
    return by
  })
  await t.throwsAsync(async () => meter.add('key', { amount: 1, now: 0, endsAt: 1_000, limit: 100_000 }), {
    message: 'no room',
  })
  broken = false
  t.is(await meter.add('key', { amount: 1, now: 0, endsAt: 1_000, limit: 100_000 }), 1)
})

test('calls that wait for a batch lease the next one together, and no more than they need', async (t) => {
  const shared = sharedCount()
  const meter = createLeasedCounter(shared.count)
  const add = () => meter.add('key', { amount: 1, now: 0, endsAt: 1_000, limit: 100_000 })
  for (let calls = 0; calls < 100; calls += 1) await add()
  t.deepEqual(shared.batches, [100, 100])
  const counted = await Promise.all(Array.from({ length: 500 }, add))
  t.deepEqual(shared.batches, [100, 100, 100, 300, 100])
  t.is(new Set(counted).size, 500)
})

test('calls that a failed count let go are not leased for later', async (t) => {
  const batches: number[] = []
  const meter = createLeasedCounter(async (_, by) => {
    batches.push(by)
    if (batches.length === 1) throw new Error('no room')
    return by
  })
  const add = async () => meter.add('key', { amount: 1, now: 0, endsAt: 1_000, limit: 100_000 })
  await Promise.allSettled(Array.from({ length: 500 }, add))
  await add()
  t.deepEqual(batches, [100, 100])
})

test('calls one after another use up a large limit exactly', async (t) => {
  const shared = sharedCount()
  const meter = createLeasedCounter(shared.count)
  const add = () => meter.add('key', { amount: 1, now: 0, endsAt: 1_000, limit: 2_000 })
  for (let calls = 1; calls <= 2_000; calls += 1) t.is(await add(), calls)
  for (let calls = 0; calls < 10; calls += 1) t.true(Number(await add()) > 2_000)
})

for (const [limit, batches] of [
  [100, [1, 1, 1, 1, 1]],
  [1_999, [1, 1, 1, 1, 1]],
  [2_000, [2, 3, 2]],
  [5_000_000, [5_000]],
  [9_000_000, [5_000]],
] as const) {
  test(`five concurrent calls of a limit of ${limit} lease ${batches.join(', ')}`, async (t) => {
    const shared = sharedCount()
    const meter = createLeasedCounter(shared.count)
    const add = () => meter.add('key', { amount: 1, now: 0, endsAt: 1_000, limit })
    const counted = await Promise.all(Array.from({ length: 5 }, add))
    t.deepEqual(counted, [1, 2, 3, 4, 5])
    t.deepEqual(shared.batches, batches as unknown as number[])
  })
}

test('rejected calls of a small limit do not access the shared count', async (t) => {
  const shared = sharedCount()
  const meter = createLeasedCounter(shared.count)
  for (let calls = 0; calls < 5; calls += 1)
    t.is(await meter.add('key', { amount: 1, now: 0, endsAt: 1_000, limit: 0 }), 1)
  t.is(shared.asked, 1)
})
