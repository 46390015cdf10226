/** Leases over connections that the test controls: bounds of bytes, and acknowledgements at the same time. */
import test from 'ava'
import type { Connection, Message, OpenQueue } from '../../../../src/mq/manager/index.ts'
import { Leases } from '../../../../src/mq/web/context/leases.ts'

const holder = { user: 'app', client: '' }
const plain = { max: 100, seconds: 60, waitMs: 0, signal: undefined }

/** Returns a connection whose queue has messages with bodies of these sizes. */
function connectTo(sizes: readonly number[], commit = async (): Promise<void> => undefined) {
  const left = sizes.map((size) => ({ body: Buffer.alloc(size), backoutCount: 0 }) as Message)
  const backouts: unknown[] = []
  const listeners: (() => void)[] = []
  const connection = {
    manager: { name: 'QM1' },
    findBackoutThreshold: () => ({ queue: 'Q', threshold: 0 }),
    beginUnitOfWork: () => ({ isActive: true, commit, backout: async (how?: object) => void backouts.push(how) }),
    close: async () => undefined,
    onEnd: (listener: () => void) => void listeners.push(listener),
  }
  const end = () => {
    for (const listener of listeners) listener()
  }
  const opened = { get: async () => left.shift() } as unknown as OpenQueue
  return { connection: connection as unknown as Connection, options: { ...plain, opened }, left, backouts, end }
}

function openLeases(t: { teardown(fn: () => unknown): void }): Leases {
  const leases = new Leases(Date.now)
  t.teardown(() => leases.endAll())
  return leases
}

for (const [sizes, taken] of [
  [[3, 3, 3, 3], 3],
  [[40, 1], 1],
  [[7, 7, 7], 2],
  [[0, 0, 0], 3],
] as const) {
  test(`of bodies of ${sizes.join(', ')} MiB, a request leases ${taken}`, async (t) => {
    const { connection, options, left } = connectTo(sizes.map((size) => size * 1_048_576))
    const leases = await openLeases(t).take(connection, 'Q', holder, options)
    t.is(leases.length, taken)
    t.is(left.length, sizes.length - taken)
  })
}

test('messages that their client has not received go back without a higher backout count, and no other way', async (t) => {
  const { connection, options, backouts } = connectTo([1, 2, 3])
  const leases = openLeases(t)
  const taken = await leases.take(connection, 'Q', holder, options)
  backouts.length = 0
  await leases.giveBackUnseen(taken)
  t.deepEqual(backouts, Array(3).fill({ countsBackout: false }))
  await t.throwsAsync(leases.acknowledge(taken[0]?.id ?? '', 'QM1/Q', holder), { message: /does not exist/ })
})

test('acknowledgements of one lease at the same time have one outcome', async (t) => {
  for (const fails of [false, true]) {
    const committed = Promise.withResolvers<void>()
    const { connection, options } = connectTo([1], () => committed.promise)
    const leases = openLeases(t)
    const [lease] = await leases.take(connection, 'Q', holder, options)
    const twice = [1, 2, 3].map(() => leases.acknowledge(lease?.id ?? '', 'QM1/Q', holder))
    if (fails) committed.reject(new Error('the disk is full'))
    else committed.resolve()
    const outcomes = await Promise.allSettled(twice)
    const expected = fails ? 'rejected' : 'fulfilled'
    t.deepEqual(
      outcomes.map(({ status }) => status),
      [expected, expected, expected],
    )
  }
})

test('nack and extend beside an acknowledgement wait for it, and find no lease afterwards', async (t) => {
  const committed = Promise.withResolvers<void>()
  const { connection, options } = connectTo([1], () => committed.promise)
  const leases = openLeases(t)
  const [{ id } = { id: '' }] = await leases.take(connection, 'Q', holder, options)
  const settled: string[] = []
  const note = (name: string, work: Promise<unknown>) =>
    work.then(
      () => settled.push(name),
      (error: Error) => settled.push(`${name}: ${/does not exist/.test(error.message)}`),
    )
  const all = [
    note('ack', leases.acknowledge(id, 'QM1/Q', holder)),
    note('nack', leases.giveBack(id, 'QM1/Q', holder)),
    note('extend', leases.extend(id, 'QM1/Q', holder, 60)),
  ]
  await new Promise(setImmediate)
  t.deepEqual(settled, [])
  committed.resolve()
  await Promise.all(all)
  t.deepEqual(settled.toSorted(), ['ack', 'extend: true', 'nack: true'])
})

test('a nack that is repeated, at the same time or later, succeeds, and puts the message back once', async (t) => {
  const { connection, options, backouts } = connectTo([1])
  const leases = openLeases(t)
  const [{ id } = { id: '' }] = await leases.take(connection, 'Q', holder, { ...options, max: 1 })
  const together = await Promise.all([1, 2].map(() => leases.giveBack(id, 'QM1/Q', holder)))
  t.deepEqual(together.map(Boolean), [true, false])
  t.is(await leases.giveBack(id, 'QM1/Q', holder), undefined)
  t.is(backouts.length, 1)
  await t.throwsAsync(leases.acknowledge(id, 'QM1/Q', holder), { message: /does not exist/ })
  await t.throwsAsync(leases.giveBack(id, 'QM1/Q', { ...holder, client: 'x' }), { message: /does not exist/ })
})

test('leases end with their connection, and do not count for their user any more', async (t) => {
  const full = connectTo(Array(10_000).fill(0))
  const leases = openLeases(t)
  let ended = 0
  const onEnd = () => {
    ended += 1
  }
  const [lease] = await leases.take(full.connection, 'Q', holder, { ...full.options, max: 10_000, onEnd })
  const { connection, options } = connectTo([1])
  await t.throwsAsync(leases.take(connection, 'Q', holder, options), { message: /10000|10,000/ })
  full.end()
  t.is(ended, 10_000)
  await t.throwsAsync(leases.acknowledge(lease?.id ?? '', 'QM1/Q', holder), { message: /does not exist/ })
  t.is((await leases.take(connection, 'Q', holder, options)).length, 1)
})
