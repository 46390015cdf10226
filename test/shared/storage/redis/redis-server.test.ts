/** Counters on a real server. */
import test, { type TestFn } from 'ava'
import { openMemoryStore, StateStoreError } from '../../../../src/shared/storage/index.ts'
import { openCounterStore } from '../../../../src/shared/storage/open-counter-store.ts'
import { openRedisCounters } from '../../../../src/shared/storage/redis/redis-counters.ts'
import { eventually } from '../../../_support/eventually.ts'
import { hasRedis, type RedisServer, startRedis } from '../../../_support/redis.ts'
import { behavesAsCounterStore } from '../counter-conformance.ts'

let server: RedisServer
let prefixes = 0

if (hasRedis) {
  test.before(async () => {
    server = await startRedis()
  })
  test.after.always(() => server?.kill())
  behavesAsCounterStore(test.serial as TestFn, ({ clock }) => openReady(clock))
} else {
  test.skip('Redis is not installed (Debian: redis-server)', () => {})
}
const withServer = hasRedis ? test.serial : test.skip

async function openReady(clock = Date.now) {
  const counters = openRedisCounters({ url: server.url, clock, prefix: `test${prefixes++}` })
  await eventually(() => counters.find('kind', 'key').then(() => true))
  return counters
}

withServer('without the server every call is rejected at once as unavailable, and works after its start', async (t) => {
  const counters = await openReady()
  t.teardown(() => counters.close())
  t.is(await counters.count('kind', 'key', 1, Date.now() + 60_000), 1)
  await server.kill()
  for (const call of [
    () => counters.count('kind', 'key', 1, Date.now() + 60_000),
    () => counters.find('kind', 'key'),
    () => counters.save('kind', 'key', 1),
  ]) {
    const error = await t.throwsAsync(call, { instanceOf: StateStoreError })
    t.true(['unavailable', 'failed'].includes(error.code), error.message)
  }
  await server.start()
  t.is(await eventually(() => counters.count('kind', 'key', 1, Date.now() + 60_000)), 1)
})

withServer('a server that has forgotten the scripts gets them again', async (t) => {
  const counters = await openReady()
  t.teardown(() => counters.close())
  await counters.count('kind', 'key', 1, Date.now() + 60_000)
  await server.kill()
  await server.start()
  t.is(await eventually(() => counters.count('kind', 'key', 5, Date.now() + 60_000)), 5)
})

withServer('a server that has stopped answering costs one timeout, and is used again when it answers', async (t) => {
  const store = openMemoryStore({ clock: Date.now })
  const { counters, problem, close } = await openCounterStore(server.url, { store, isShared: false, clock: Date.now })
  t.teardown(close)
  const count = () => counters.count('kind', 'key', 1, Date.now() + 60_000)
  await eventually(count)
  const pid = Number(server.pid())
  process.kill(pid, 'SIGSTOP')
  t.teardown(() => process.kill(pid, 'SIGCONT'))
  await t.throwsAsync(count(), { instanceOf: StateStoreError, code: 'failed' })
  for (let n = 0; n < 100; n += 1)
    await t.throwsAsync(count(), { code: 'unavailable', message: /no answer within 1000 ms|no connection/ })
  t.truthy(problem())
  process.kill(pid, 'SIGCONT')
  t.truthy(await eventually(() => count().catch(() => undefined)))
  t.is(problem(), undefined)
})
