import { createServer, type Server, type Socket } from 'node:net'
import { mock } from 'node:test'

import test, { type TestFn } from 'ava'

import { StateStoreError } from '../../../src/storage/index.ts'
import { openRedisCounters } from '../../../src/storage/redis/redis-counters.ts'
import { eventually } from '../../_support/eventually.ts'
import { hasRedis, type RedisServer, startRedis } from '../../_support/redis.ts'
import { openTcpLink } from '../../_support/tcp-link.ts'
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

async function openReady(clock = Date.now, url = server.url) {
  const counters = openRedisCounters({ url, clock, prefix: `test${prefixes++}` })
  await eventually(() => counters.find('kind', 'key').then(() => true))
  return counters
}

withServer(
  'without the server every call is rejected at once as unavailable, and works after its start',
  async (t) => {
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
  },
)

withServer('a server that has forgotten the scripts gets them again', async (t) => {
  const counters = await openReady()
  t.teardown(() => counters.close())
  await counters.count('kind', 'key', 1, Date.now() + 60_000)
  await server.kill()
  await server.start()
  t.is(await eventually(() => counters.count('kind', 'key', 5, Date.now() + 60_000)), 5)
})

withServer('an operation without an answer fails after a second, and its outcome is unknown', async (t) => {
  const link = await openTcpLink(Number(new URL(server.url).port))
  t.teardown(() => link.close())
  const counters = await openReady(Date.now, `redis://127.0.0.1:${link.port}`)
  t.teardown(() => counters.close())
  link.isolate()
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const operation = t.throwsAsync(counters.find('kind', 'key'), { instanceOf: StateStoreError })
  mock.timers.tick(1_000)
  const error = await operation
  t.is(error.code, 'failed')
  t.regex(error.message, /^redis:\/\/127\.0\.0\.1:\d+: no answer within 1000 ms$/)
  mock.timers.reset()
  link.reconnect()
  t.true(await eventually(() => counters.find('kind', 'key').then(() => true)))
})

test('a server that accepts the connection and does not answer is unavailable', async (t) => {
  const silent = await openSilentServer()
  t.teardown(() => silent.close())
  const counters = openRedisCounters({ url: `redis://127.0.0.1:${silent.port}`, clock: Date.now })
  const error = await t.throwsAsync(counters.find('kind', 'key'), { instanceOf: StateStoreError })
  t.is(error.code, 'unavailable')
  await counters.close()
})

test('messages do not contain the password', async (t) => {
  const counters = openRedisCounters({ url: 'redis://user:hidden@127.0.0.1:1', clock: Date.now })
  t.teardown(() => counters.close())
  const error = await t.throwsAsync(counters.find('kind', 'key'))
  t.regex(error.message, /^redis:\/\/\*\*\*@127\.0\.0\.1:1: /)
  t.notRegex(error.message, /hidden/)
})

/** Listens and never answers. */
async function openSilentServer() {
  const sockets = new Set<Socket>()
  const listener: Server = createServer((socket) => sockets.add(socket.on('error', () => {})))
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  return {
    port: (listener.address() as { port: number }).port,
    close() {
      for (const socket of sockets) socket.destroy()
      listener.close()
    },
  }
}
