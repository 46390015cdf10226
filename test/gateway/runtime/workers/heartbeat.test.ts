import { mock } from 'node:test'
import test from 'ava'
import { startHeartbeat } from '../../../../src/gateway/runtime/workers/heartbeat.ts'

/** A heartbeat every second whose process responds when the test says so. */
function start(countInterval = () => 1) {
  mock.timers.enable({ apis: ['setInterval'] })
  let pending: PromiseWithResolvers<string> | undefined
  let hangs = 0
  const heartbeat = startHeartbeat({
    ping() {
      pending = Promise.withResolvers()
      return pending.promise
    },
    intervalMs: 1_000,
    maxMissed: 3,
    maxMissedAtStart: 6,
    countInterval,
    onHang() {
      hangs += 1
    },
  })
  return {
    ...heartbeat,
    hangs: () => hangs,
    seconds: (count: number) => mock.timers.tick(count * 1_000),
    async respond() {
      pending?.resolve('well')
      await new Promise((resolve) => process.nextTick(resolve))
    },
  }
}

test.afterEach(() => mock.timers.reset())

test.serial('a process that responds does not hang', async (t) => {
  const { respond, seconds, isResponding: responds, health, hangs } = start()
  t.is(health(), undefined)
  for (let second = 0; second < 20; second += 1) {
    await respond()
    seconds(1)
  }
  t.true(responds())
  t.is(health(), 'well')
  t.is(hangs(), 0)
})

test.serial('a worker that stops responding is reported as hung once, after the limit', async (t) => {
  const { respond, seconds, isResponding: responds, hangs } = start()
  await respond()
  seconds(2)
  t.true(responds())
  seconds(1)
  t.false(responds())
  t.is(hangs(), 0)
  seconds(10)
  t.is(hangs(), 1)
})

test.serial('a worker that loads its code may take longer', async (t) => {
  const { respond, seconds, isResponding: responds, hangs } = start()
  seconds(5)
  t.is(hangs(), 0)
  await respond()
  t.true(responds())
  seconds(10)
  t.is(hangs(), 1)
})

test.serial('a process that gets no core is not reported as hung, at its start and later', async (t) => {
  let part = 0
  const { respond, seconds, isResponding: responds, hangs } = start(() => part)
  seconds(1_000)
  t.is(hangs(), 0)
  t.false(responds())
  await respond()
  seconds(1_000)
  t.is(hangs(), 0)
  t.false(responds())
  part = 0.5
  seconds(5)
  t.is(hangs(), 0)
  seconds(1)
  t.is(hangs(), 1, 'three seconds with a core')
})
