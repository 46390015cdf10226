import { mock } from 'node:test'
import timers, { setImmediate } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { StateStoreError } from '../../../../src/shared/storage/index.ts'
import { openRedisCounters } from '../../../../src/shared/storage/redis/redis-counters.ts'
import { FakeRedis } from './fake-redis.ts'

/** No server listens on port 1. */
const refusedUrl = 'redis://user:hidden@127.0.0.1:1'

function open(t: ExecutionContext, url: string) {
  const counters = openRedisCounters({ url, clock: Date.now })
  t.teardown(() => counters.close())
  return counters
}

/** Counters with an open connection, and a clock for timeouts that the test moves. */
async function openReady(t: ExecutionContext, redis: FakeRedis) {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const counters = openRedisCounters({ url: redis.url, clock: Date.now })
  const isReady = () =>
    counters.remove('kind', 'key').then(
      () => true,
      () => false,
    )
  while (!(await isReady())) await setImmediate()
  t.teardown(() => counters.close())
  return counters
}

test.serial('an operation without an answer fails after a second, and its outcome is unknown', async (t) => {
  const redis = await FakeRedis.start(t)
  const counters = await openReady(t, redis)
  redis.fallSilent()
  const operation = t.throwsAsync(counters.remove('kind', 'key'), {
    instanceOf: StateStoreError,
    code: 'failed',
    message: `${redis.url}: no answer within 1000 ms`,
  })
  mock.timers.tick(1_000)
  await operation
  redis.speak()
  await counters.remove('kind', 'key')
})

test.serial('operations that were answered leave no timers', async (t) => {
  const redis = await FakeRedis.start(t)
  const counters = await openReady(t, redis)
  mock.timers.reset()
  const countTimers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length
  const before = countTimers()
  for (let count = 0; count < 20; count += 1) await counters.remove('kind', 'key')
  t.true(countTimers() < before + 20)
})

test.serial('an idle connection is checked every 3 seconds', async (t) => {
  const redis = await FakeRedis.start(t)
  const counters = await openReady(t, redis)
  mock.timers.tick(2_999)
  await counters.remove('kind', 'key')
  t.false(redis.commands.includes('PING'))
  mock.timers.tick(1)
  await counters.remove('kind', 'key')
  t.true(redis.commands.includes('PING'))
})

test.serial('an operation that was not sent when the connection ended fails and is not sent later', async (t) => {
  const redis = await FakeRedis.start(t)
  const counters = await openReady(t, redis)
  redis.fallSilent()
  const failed = { instanceOf: StateStoreError, code: 'failed' }
  const isSaving = t.throwsAsync(counters.save('kind', 'large', 'x'.repeat(2 ** 24)), failed)
  const isRemoving = t.throwsAsync(counters.remove('kind', 'waits'), failed)
  await setImmediate()
  await setImmediate()
  redis.speak()
  redis.cut()
  await Promise.all([isSaving, isRemoving])
})

test.serial('attempts to connect come at longer and longer intervals, of two seconds at most', async (t) => {
  const pauses: number[] = []
  const reached = Promise.withResolvers<void>()
  const wait = mock.method(timers, 'setTimeout', async (ms: number) => {
    pauses.push(ms)
    if (pauses.length < 8) return
    reached.resolve()
    await new Promise(() => {})
  })
  t.teardown(() => wait.mock.restore())
  open(t, refusedUrl)
  await reached.promise
  t.deepEqual(pauses, [50, 100, 200, 400, 800, 1_600, 2_000, 2_000])
})

test.serial('close waits for an operation that is answered', async (t) => {
  const redis = await FakeRedis.start(t)
  const counters = await openReady(t, redis)
  redis.fallSilent()
  const operation = counters.remove('kind', 'key')
  const closed = counters.close()
  redis.speak()
  await t.notThrowsAsync(operation)
  await closed
  await redis.left()
  await t.throwsAsync(counters.remove('kind', 'key'), { instanceOf: StateStoreError, code: 'unavailable' })
})

for (const [title, cut] of [
  ['a server that has stopped answering', false],
  ['a server that ends the connection meanwhile', true],
] as const)
  test.serial(`close waits a second at most for ${title}, and leaves no connection`, async (t) => {
    const redis = await FakeRedis.start(t)
    const counters = await openReady(t, redis)
    redis.fallSilent()
    const operation = t.throwsAsync(counters.remove('kind', 'key'), { instanceOf: StateStoreError })
    const closed = counters.close()
    if (cut) redis.cut()
    mock.timers.tick(1_000)
    await Promise.all([closed, operation])
    redis.speak()
    await redis.left()
    t.pass()
  })

test('close during an attempt to connect leaves no connection', async (t) => {
  const redis = await FakeRedis.start(t)
  const counters = openRedisCounters({ url: redis.url, clock: Date.now })
  await counters.close()
  await redis.left()
  t.deepEqual(redis.commands, [])
})

test('a server that accepts the connection and does not answer is unavailable', async (t) => {
  const redis = await FakeRedis.start(t)
  redis.fallSilent()
  const counters = open(t, redis.url)
  await t.throwsAsync(counters.find('kind', 'key'), {
    instanceOf: StateStoreError,
    code: 'unavailable',
    message: `${redis.url}: it cannot be reached (there is no connection)`,
  })
})

test('while there is no connection, the message has the reason and not the password', async (t) => {
  const counters = open(t, refusedUrl)
  const fail = () => t.throwsAsync(counters.find('kind', 'key'), { instanceOf: StateStoreError })
  let error = await fail()
  while (error.message.includes('there is no connection')) {
    await setImmediate()
    error = await fail()
  }
  t.is(error.code, 'unavailable')
  t.regex(error.message, /^redis:\/\/\*\*\*@127\.0\.0\.1:1: it cannot be reached \(.*ECONNREFUSED.*\)$/)
})
