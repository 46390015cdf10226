import test from 'ava'
import { isDeliveredBefore, type QueuedMessage } from '../../../../src/mq/manager/messages/queued-message.ts'
import type { Queue } from '../../../../src/mq/manager/queues/queue.ts'
import { QueueCursor } from '../../../../src/mq/manager/queues/queue-cursor.ts'
import { queuedMessage } from './queued-messages.ts'

/** A cursor over these messages, which stops at those whose sequence number is in `stops`. */
function open(messages: QueuedMessage[], stops: readonly number[], returnsToArrivals = false) {
  const watchers = new Set<(entry: QueuedMessage) => void>()
  const queue = {
    messages: {
      inOrder: (_: unknown, after?: QueuedMessage) =>
        messages.filter((each) => !after || isDeliveredBefore(after, each)),
    },
    watchArrivals(watcher: (entry: QueuedMessage) => void) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  } as unknown as Queue
  const matches = ({ sequence }: QueuedMessage) => stops.includes(sequence)
  const cursor = new QueueCursor(queue, { matches, returnsToArrivals })
  const arrive = (entry: QueuedMessage) => {
    messages.push(entry)
    messages.sort((a, b) => (isDeliveredBefore(a, b) ? -1 : 1))
    for (const watcher of watchers) watcher(entry)
  }
  const step = () => {
    const found = cursor.step()
    return typeof found === 'object' ? found.sequence : found
  }
  return { cursor, step, arrive, watchers }
}

const range = (length: number) => Array.from({ length }, (_, index) => queuedMessage(index + 1))

test('a step ends after 500 visited messages, and the next one goes on behind them', (t) => {
  const { step } = open(range(1_001), [500, 1_001])
  t.deepEqual([step(), step(), step(), step()], [500, 'more', 1_001, undefined])
})

for (const [returnsToArrivals, found] of [
  [true, 9],
  [false, undefined],
] as const)
  test(`a cursor that ${returnsToArrivals ? 'returns' : 'does not return'} to arrivals finds ${found ?? 'none'} before its position`, (t) => {
    const { cursor, step, arrive, watchers } = open(range(2), [1, 2, 9], returnsToArrivals)
    arrive(queuedMessage(3))
    t.deepEqual([step(), step(), step()], [1, 2, undefined])
    arrive(queuedMessage(9, { lane: 1 }))
    t.is(step(), found)
    t.is(watchers.size, returnsToArrivals ? 1 : 0)
    cursor.close()
    t.is(watchers.size, 0)
  })

test('a cursor that returns to arrivals does not jump forward to later ones', (t) => {
  const { step, arrive } = open(range(3), [1, 2, 3, 4], true)
  t.is(step(), 1)
  arrive(queuedMessage(4))
  t.deepEqual([step(), step(), step(), step()], [2, 3, 4, undefined])
})

test('a message that becomes available again at the position is found again', (t) => {
  const messages = range(2)
  const { step, arrive } = open(messages, [1, 2], true)
  t.is(step(), 1)
  messages.shift()
  arrive(queuedMessage(1))
  t.deepEqual([step(), step(), step()], [1, 2, undefined])
})

test('a message that becomes available again is found without those before it', (t) => {
  const messages = range(3)
  const { step, arrive } = open(messages, [1, 2, 3], true)
  t.deepEqual([step(), step(), step()], [1, 2, 3])
  messages.splice(1, 1)
  arrive(queuedMessage(2))
  t.deepEqual([step(), step(), step()], [2, 3, undefined])
})

test('a step over messages that are dear to match ends before 500 of them', (t) => {
  const messages = range(100)
  const queue = {
    messages: { inOrder: (_: unknown, after?: QueuedMessage) => messages.slice(after?.sequence ?? 0) },
    watchArrivals: () => () => {},
  } as unknown as Queue
  const matches = () => {
    const begin = process.threadCpuUsage()
    while (process.threadCpuUsage(begin).user < 8_000);
    return false
  }
  const cursor = new QueueCursor(queue, { matches, returnsToArrivals: false })
  t.is(cursor.step(), 'more')
  t.true(cursor.visits <= 4, `${cursor.visits} messages were visited`)
})
