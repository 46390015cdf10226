import test from 'ava'
import type { QueuedMessage } from '../../../../src/mq/manager/messages/queued-message.ts'
import { MessageExpiry } from '../../../../src/mq/manager/queues/message-expiry.ts'
import type { Queue } from '../../../../src/mq/manager/queues/queue.ts'
import { createRandom } from '../../../_support/random.ts'
import { benchFor, text } from '../_support/manager.ts'
import { queuedMessage } from './queued-messages.ts'

const seed = Number(process.env.EXPIRY_SEED ?? Date.now() % 1_000_000)

test(`a sweep removes the non-persistent messages that have expired, whatever their order (seed ${seed})`, async (t) => {
  const { running, connection, define, pass } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  const random = createRandom(seed)
  const lifetimes = Array.from({ length: 60 }, () => 1 + Math.floor(random() * 100))
  for (const lifetime of lifetimes) {
    await connection.put({ queue: 'A' }, text('x', { expiry: lifetime * 100 }))
  }
  for (let passed = 10; passed <= 100; passed += 10) {
    pass(1_000)
    running.sweep()
    const left = lifetimes.filter((lifetime) => lifetime > passed).length
    t.is(running.queues.find('A')?.depth, left, `after ${passed}`)
  }
})

/** An expiry whose store has these expired messages, of which the queue can lock `lockable`. */
function open(stored: readonly { queue: number; sequence: number }[] = [], lockable: readonly number[] = []) {
  const discarded: QueuedMessage[] = []
  const lock = (entry: QueuedMessage) => {
    entry.state = 'locked'
  }
  const lockStored = ({ sequence }: { sequence: number }) =>
    lockable.includes(sequence) ? queuedMessage(sequence) : undefined
  const queue = { messages: { lock, lockStored } } as unknown as Queue
  const expiry = new MessageExpiry({
    messages: {
      expired: (_, limit) =>
        stored.slice(0, limit).map((each) => ({ queue: each.queue, message: queuedMessage(each.sequence) })),
    },
    queueOf: (id) => (id === 7 ? queue : undefined),
    discard: (_, entry) => discarded.push(entry),
  })
  return {
    sweep: (now: number) => expiry.sweep(now),
    add: (sequence: number, more: Partial<QueuedMessage>) => {
      const entry = queuedMessage(sequence, more)
      expiry.add(queue, entry)
      return entry
    },
    discarded: () => discarded.splice(0).map(({ sequence }) => sequence),
    states: () => discarded.map(({ state }) => state),
  }
}

test('a sweep locks and discards each message once, the earliest expiry first, at its very millisecond', (t) => {
  const { add, sweep, discarded, states } = open()
  const times = [50, 20, 90, 10, 80, 30, 70, 40, 60, 100, 15]
  times.forEach((expiresAt, index) => {
    add(index, { expiresAt })
  })
  add(99, {})
  t.false(sweep(9))
  t.deepEqual(discarded(), [])
  const order = times.toSorted((a, b) => a - b)
  t.false(sweep(40))
  t.deepEqual(states(), Array(5).fill('locked'))
  t.deepEqual(
    discarded().map((index) => times[index]),
    order.slice(0, 5),
  )
  for (const expiresAt of order.slice(5)) {
    sweep(expiresAt - 1)
    t.deepEqual(discarded(), [])
    sweep(expiresAt)
    t.deepEqual(
      discarded().map((index) => times[index]),
      [expiresAt],
    )
  }
})

test('messages without an expiry do not hide those that have one', (t) => {
  const { add, sweep, discarded } = open()
  add(1, { expiresAt: 10 })
  add(2, {})
  add(3, { expiresAt: 50 })
  sweep(10)
  t.deepEqual(discarded(), [1])
})

test('a sweep leaves messages that a get has locked or removed', (t) => {
  const { add, sweep, discarded } = open()
  add(1, { expiresAt: 1, state: 'locked' })
  add(2, { expiresAt: 1, state: 'gone' })
  add(3, { expiresAt: 1 })
  sweep(5)
  t.deepEqual(discarded(), [3])
})

test('a sweep discards persistent messages that it can lock, of queues that exist', (t) => {
  const { sweep, discarded } = open(
    [
      { queue: 7, sequence: 1 },
      { queue: 7, sequence: 2 },
      { queue: 8, sequence: 3 },
    ],
    [2, 3],
  )
  t.false(sweep(5))
  t.deepEqual(discarded(), [2])
})

test('a sweep that discards 500 messages reports that more may remain', (t) => {
  const { add, sweep, discarded } = open()
  for (let sequence = 1; sequence <= 501; sequence++) add(sequence, { expiresAt: 1 })
  t.true(sweep(1))
  t.is(discarded().length, 500)
  t.false(sweep(1))
  t.is(discarded().length, 1)

  const stored = Array.from({ length: 501 }, (_, sequence) => ({ queue: 7, sequence }))
  t.true(open(stored).sweep(1))
  t.false(open(stored.slice(0, 499)).sweep(1))
})
