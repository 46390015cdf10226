import { mock } from 'node:test'
import test, { type ExecutionContext } from 'ava'
import { buildCounterBreaker, type CounterBreakerOptions } from '../../../src/shared/storage/counter-breaker.ts'
import { openMemoryStore, StateStoreError } from '../../../src/shared/storage/index.ts'

const end = 60_000
const unavailable = { instanceOf: StateStoreError, code: 'unavailable' }

/** Counters that are away, silent or slow when the test says so, and a timer that the test moves. */
function open(t: ExecutionContext, limits: Pick<CounterBreakerOptions, 'timeoutMs' | 'slowMs' | 'onOperation'> = {}) {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const memory = openMemoryStore({ clock: () => 0 })
  const server = { answer: 'at once' as 'at once' | 'error' | 'never', tookMs: 0, operations: 0, now: 0 }
  const pass = async <T>(operation: () => Promise<T>): Promise<T> => {
    server.operations += 1
    if (server.answer === 'error') throw new StateStoreError('failed', 'no answer within 1000 ms')
    if (server.answer === 'never') await new Promise(() => {})
    server.now += server.tookMs
    return operation()
  }
  const counters = buildCounterBreaker(
    {
      find: (...given) => pass(() => memory.find(...given)),
      save: (...given) => pass(() => memory.save(...given)),
      count: (...given) => pass(() => memory.count(...given)),
      remove: (...given) => pass(() => memory.remove(...given)),
    },
    { clock: () => 0, timer: () => server.now, ...limits },
  )
  t.teardown(() => counters.close())
  const count = () => counters.count('kind', 'key', 1, end)
  return { server, counters, count }
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

test.serial('after one failure, operations fail at once and reach no server', async (t) => {
  const { server, counters, count } = open(t)
  await count()
  t.is(counters.problem(), undefined)
  server.answer = 'error'
  await t.throwsAsync(count(), { code: 'failed' })
  const { operations } = server
  for (const operation of [
    count,
    () => counters.find('kind', 'key'),
    () => counters.save('kind', 'flag', 1),
    () => counters.remove('kind', 'flag'),
  ])
    await t.throwsAsync(operation(), { ...unavailable, message: 'no answer within 1000 ms' })
  t.is(server.operations, operations)
  t.is(counters.problem(), 'no answer within 1000 ms')
})

test.serial('one probe at a time, for which no caller waits, closes the circuit', async (t) => {
  const { server, count } = open(t)
  server.answer = 'error'
  await t.throwsAsync(count())
  const { operations } = server
  mock.timers.tick(99)
  t.is(server.operations, operations)
  server.answer = 'never'
  mock.timers.tick(1)
  t.is(server.operations, operations + 1, 'the probe')
  await t.throwsAsync(count(), unavailable)
  t.is(server.operations, operations + 1, 'half-open: only the probe')
})

test.serial(
  'a successful probe closes the circuit, and a failed one doubles the pause up to two seconds',
  async (t) => {
    const { server, counters, count } = open(t)
    server.answer = 'error'
    await t.throwsAsync(count())
    for (const pauseMs of [100, 200, 400, 800, 1_600, 2_000, 2_000]) {
      const { operations } = server
      mock.timers.tick(pauseMs - 1)
      await turns()
      t.is(server.operations, operations)
      mock.timers.tick(1)
      await turns()
      t.is(server.operations, operations + 1)
    }
    server.answer = 'at once'
    mock.timers.tick(2_000)
    await turns()
    t.is(counters.problem(), undefined)
    t.is(await count(), 1)
  },
)

test.serial('an operation without an answer fails as undecided, and opens the circuit', async (t) => {
  const { server, count } = open(t, { timeoutMs: 3_000 })
  server.answer = 'never'
  const first = t.throwsAsync(count(), { code: 'failed', message: 'the counters gave no answer within 3000 ms' })
  mock.timers.tick(3_000)
  await first
  await t.throwsAsync(count(), unavailable)
})

test.serial('three slow operations in a row open the circuit, and a slow probe keeps it open', async (t) => {
  const { server, counters, count } = open(t, { slowMs: 500 })
  server.tookMs = 500
  await count()
  await count()
  server.tookMs = 499
  await count()
  t.is(counters.problem(), undefined)
  server.tookMs = 500
  for (let slow = 0; slow < 3; slow += 1) await count()
  t.is(counters.problem(), 'the counters are slow: an operation took 500 ms')
  mock.timers.tick(100)
  await turns()
  t.is(counters.problem(), 'the counters are slow: an operation took 500 ms')
  server.tookMs = 1
  mock.timers.tick(200)
  await turns()
  t.is(counters.problem(), undefined)
})

test.serial('operations that are slow at the same time count once', async (t) => {
  const { server, counters, count } = open(t, { slowMs: 500 })
  server.tookMs = 500
  await Promise.all(Array.from({ length: 10 }, count))
  t.is(counters.problem(), undefined)
})

test.serial('the outcome of an operation that began before the circuit opened does not count', async (t) => {
  const { server, counters, count } = open(t, { timeoutMs: 3_000 })
  server.answer = 'never'
  const late = t.throwsAsync(count(), { code: 'failed' })
  server.answer = 'error'
  await t.throwsAsync(count())
  server.answer = 'at once'
  mock.timers.tick(100)
  await turns()
  t.is(counters.problem(), undefined)
  mock.timers.tick(2_900)
  await late
  t.is(counters.problem(), undefined, 'the circuit stays closed')
})

test.serial('an error of the caller does not open the circuit', async (t) => {
  const { counters, count } = open(t)
  await counters.save('kind', 'key', 'text')
  await t.throwsAsync(count(), { instanceOf: TypeError })
  t.is(counters.problem(), undefined)
})

test.serial('operations that reach the counters are recorded with their time and result', async (t) => {
  const recorded: unknown[] = []
  const { server, count } = open(t, { onOperation: (tookMs, code) => recorded.push([tookMs, code]) })
  server.tookMs = 7
  await count()
  server.answer = 'error'
  await t.throwsAsync(count())
  await t.throwsAsync(count(), unavailable)
  t.deepEqual(recorded, [
    [7, undefined],
    [0, 'failed'],
  ])
})
