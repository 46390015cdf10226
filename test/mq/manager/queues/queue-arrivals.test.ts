import test from 'ava'
import { isDeliveredBefore, type QueuedMessage } from '../../../../src/mq/manager/messages/queued-message.ts'
import { QueueArrivals } from '../../../../src/mq/manager/queues/queue-arrivals.ts'
import type { WaitingGetter } from '../../../../src/mq/manager/queues/waiting-getters.ts'
import { queuedMessage } from './queued-messages.ts'

/** Arrivals at 1000 ms since the epoch on a queue with these messages. */
function open(messages: readonly QueuedMessage[] = []) {
  const received: number[] = []
  const arrivals = new QueueArrivals(
    {
      lock: (entry) => {
        entry.state = 'locked'
      },
      inOrder: (_, after) =>
        messages.filter((each) => each.state === 'available' && (!after || isDeliveredBefore(after, each))),
    },
    () => 1000,
  )
  const waiter = (accepts = true): WaitingGetter => ({
    filter: { messageId: undefined, correlationId: undefined },
    receive: ({ sequence }) => received.push(sequence),
    fail: (error) => received.push(Number(error)),
    accepts: () => accepts,
  })
  return { arrivals, received, waiter }
}

test('a get receives a locked message, which watchers do not see', (t) => {
  const { arrivals, received, waiter } = open()
  const seen: number[] = []
  const unwatch = arrivals.watch((entry) => entry && seen.push(entry.sequence))
  arrivals.add(waiter())
  const entry = queuedMessage(1)
  arrivals.offer(entry)
  t.is(entry.state, 'locked')
  arrivals.offer(queuedMessage(2))
  unwatch()
  arrivals.offer(queuedMessage(3))
  t.deepEqual({ received, seen }, { received: [1], seen: [2] })
})

test('a get that does not accept the message leaves it to the next one', (t) => {
  const { arrivals, received, waiter } = open()
  arrivals.add(waiter(false))
  arrivals.offer(queuedMessage(1))
  arrivals.add(waiter(false))
  arrivals.add(waiter())
  arrivals.offer(queuedMessage(2))
  t.deepEqual(received, [2])
})

test('an expired message is offered to no get and no watcher', (t) => {
  const { arrivals, received, waiter } = open()
  arrivals.add(waiter())
  let seen = 0
  arrivals.watch(() => seen++)
  arrivals.offer(queuedMessage(1, { expiresAt: 1000 }))
  t.deepEqual([received.length, seen], [0, 0])
  arrivals.offer(queuedMessage(2, { expiresAt: 1001 }))
})

test('all messages are offered in delivery order while a get or a watcher waits', (t) => {
  const messages = [queuedMessage(3, { lane: 1 }), queuedMessage(1), queuedMessage(2)]
  const { arrivals, received, waiter } = open(messages)
  arrivals.offerAll()
  arrivals.add(waiter())
  arrivals.add(waiter())
  arrivals.offerAll()
  t.deepEqual(received, [3, 1])
  const seen: number[] = []
  arrivals.watch((entry) => entry && seen.push(entry.sequence))
  arrivals.offerAll()
  t.deepEqual(seen, [2])
})

test('a get that was removed receives nothing, and the others can be ended with an error', (t) => {
  const { arrivals, received, waiter } = open()
  const removed = waiter()
  arrivals.add(removed)
  arrivals.add(waiter())
  arrivals.remove(removed)
  arrivals.failAll(() => 2016 as unknown as Error)
  arrivals.offer(queuedMessage(1))
  t.deepEqual(received, [2016])
})

test('watchers learn of the end of gets', (t) => {
  const { arrivals } = open()
  const seen: unknown[] = []
  const unwatch = arrivals.watch((entry) => seen.push(entry))
  arrivals.failAll(() => new Error('inhibited'))
  unwatch()
  arrivals.failAll(() => new Error('inhibited'))
  t.deepEqual(seen, [undefined])
})
