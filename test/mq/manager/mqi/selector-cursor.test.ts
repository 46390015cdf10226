import test from 'ava'
import { SelectorCursor } from '../../../../src/mq/manager/mqi/selector-cursor.ts'
import { compileSelector } from '../../../../src/mq/manager/selectors/index.ts'
import { MqError } from '../../../../src/mq/manager/types/errors.ts'
import { openTestQueue } from '../queues/open-test-queue.ts'

const high = 'JMSPriority > 5'

/** A queue with messages of these priorities, which lie in one lane, and a cursor for the high ones at 1000 ms. */
function open(priorities: readonly number[], more: { expiresAt?: number } = {}) {
  const { queue, put } = openTestQueue({ MSGDLVSQ: 'FIFO' })
  const add = (sequence: number, priority: number) => {
    const descriptor = { format: '', priority, putAt: 1, userId: '', applicationName: '', ccsid: 1208, backoutCount: 0 }
    return put(sequence, { descriptor, ...more })
  }
  priorities.forEach((priority, index) => {
    add(index + 1, priority)
  })
  const watches = { count: 0 }
  const watch = queue.watchArrivals.bind(queue)
  queue.watchArrivals = (watcher) => {
    const unwatch = watch(watcher)
    watches.count++
    return () => {
      watches.count--
      unwatch()
    }
  }
  const cursor = new SelectorCursor(queue, compileSelector(high), () => 1000)
  const next = () => {
    const found = cursor.lockNext()
    return typeof found === 'object' ? found.sequence : found
  }
  return { queue, cursor, next, add, watches }
}

test('a cursor locks the messages that its selector selects, one by one', (t) => {
  const { queue, next } = open([9, 1, 8])
  t.deepEqual([next(), queue.messages.lockedCount], [1, 1])
  t.deepEqual([next(), queue.messages.lockedCount], [3, 2])
  t.deepEqual([next(), queue.messages.lockedCount], [undefined, 2])
})

test('a cursor reports that a long search must go on', (t) => {
  const { queue, next } = open([...Array(500).fill(1), 9])
  t.deepEqual([next(), queue.messages.lockedCount], ['more', 0])
  t.is(next(), 501)
})

for (const [expiresAt, found] of [
  [1000, undefined],
  [1001, 1],
] as const)
  test(`a message that expires at ${expiresAt} is ${found ? 'found' : 'passed over'} at 1000`, (t) => {
    t.is(open([9], { expiresAt }).next(), found)
  })

test('a damaged message is selected, so that a get reports the damage', (t) => {
  const { cursor, add } = open([])
  const entry = add(1, 1)
  t.false(cursor.matches(entry))
  t.true(cursor.matches({ ...entry, damage: 'no body' }))
})

test('a cursor that is closed watches no more arrivals', (t) => {
  const { cursor, watches } = open([])
  t.is(watches.count, 1)
  cursor.close()
  t.is(watches.count, 0)
})

test('a search stops when it has visited so many messages, and goes on from there', (t) => {
  const { queue } = open([...Array(1_200).fill(1), 9, 9])
  const first = new SelectorCursor(queue, compileSelector(high), () => 1000, { maxVisits: 600 })
  t.deepEqual([first.lockNext(), first.stoppedAt, first.lockNext()], ['more', undefined, 'more'])
  t.deepEqual([first.lockNext(), queue.messages.lockedCount], [undefined, 0])
  const second = new SelectorCursor(queue, compileSelector(high), () => 1000, { after: first.stoppedAt })
  t.like(second.lockNext(), { sequence: 1_201 })
  t.like(second.lockNext(), { sequence: 1_202 })
  t.deepEqual([second.lockNext(), second.stoppedAt], [undefined, undefined])
})

test('a selector that is not well-formed is rejected with its cause', (t) => {
  const error = t.throws(() => compileSelector('color ='), { instanceOf: MqError })
  t.is(error.reasonCode, 2459)
  t.true(error.message.includes((error.cause as Error).message))
  t.throws(() => compileSelector(undefined as unknown as string), { instanceOf: TypeError })
})
