import test from 'ava'
import type { StoreChange, StoredMessage } from '../../../../../src/mq/manager/store/message-store.ts'
import { UnwrittenChanges } from '../../../../../src/mq/parts/database/store/unwritten-changes.ts'
import { add, message } from '../../../manager/store/conformance.ts'

const remove = (sequence: number): StoreChange => ({ type: 'remove', sequence })
const count = (sequence: number, backoutCount: number): StoreChange => ({
  type: 'setBackoutCount',
  sequence,
  backoutCount,
})

/** Changes that were applied in this order. */
function applied(...changes: StoreChange[]): UnwrittenChanges {
  const unwritten = new UnwrittenChanges()
  for (const change of changes) unwritten.apply(change)
  return unwritten
}

/** Returns the changes in short: `+1` for an added message, `-1` for a removed one, `1=3` for a backout count. */
function brief(changes: readonly StoreChange[]): string[] {
  return changes.map((change) => {
    if (change.type === 'add') return `+${change.message.sequence}`
    if (change.type === 'remove') return `-${change.sequence}`
    return change.type === 'setBackoutCount' ? `${change.sequence}=${change.backoutCount}` : change.type
  })
}

/** Returns what is known of a message: its backout count, `removed` or undefined. */
function known(unwritten: UnwrittenChanges, sequence: number): unknown {
  const found = unwritten.find(sequence)
  return typeof found === 'object' ? found.message.descriptor.backoutCount : found
}

function sizes({ bytes, changeCount, hiddenCount }: UnwrittenChanges): number[] {
  return [bytes, changeCount, hiddenCount]
}

test('an added message takes the memory of its body and 600 bytes', (t) => {
  const unwritten = applied(add(7, message(1), 'four'), add(7, message(2), ''))
  t.deepEqual(sizes(unwritten), [1_204, 0, 0])
  unwritten.apply(remove(1))
  t.deepEqual(sizes(unwritten), [600, 0, 0], 'the copy never had it')
  unwritten.apply(remove(2))
  t.deepEqual(sizes(unwritten), [0, 0, 0])
})

test('removals and backout counts of messages of the copy are counted, each message once', (t) => {
  const unwritten = applied(remove(1), count(2, 1), count(2, 2))
  t.deepEqual(sizes(unwritten), [0, 2, 1])
  unwritten.apply(remove(2))
  t.deepEqual(sizes(unwritten), [0, 2, 2], 'a removed message needs no count')
  unwritten.apply(count(1, 1))
  t.deepEqual(sizes(unwritten), [0, 2, 2], 'nor does one that was removed before')
})

test('changes of objects are not kept', (t) => {
  const record = { kind: 'queue', name: 'A', type: 'QLOCAL', attributes: {}, created: 1, altered: 2 } as const
  const unwritten = applied({ type: 'saveObject', object: { id: 1, record } }, { type: 'removeObject', id: 1 })
  t.deepEqual([sizes(unwritten), unwritten.takeBatch(9)], [[0, 0, 0], []])
})

test('a message is found, removed or unknown', (t) => {
  const unwritten = applied(add(7, message(1), 'one'), remove(2))
  t.deepEqual(unwritten.find(1), { queue: 7, message: message(1), body: Buffer.from('one') })
  t.deepEqual([unwritten.find(2), unwritten.find(3)], ['removed', undefined])
})

test('the backout count of an added message changes in memory', (t) => {
  const unwritten = applied(add(7, message(1)), count(1, 3))
  t.deepEqual([known(unwritten, 1), unwritten.changeCount], [3, 0])
  t.deepEqual(brief(unwritten.takeBatch(1)), ['+1'])
})

test('the backout count of a message of the copy replaces the one that it has, unless the message is damaged', (t) => {
  const unwritten = applied(count(1, 3))
  const { descriptor } = message(1)
  t.deepEqual(unwritten.update(message(1)), message(1, { descriptor: { ...descriptor, backoutCount: 3 } }))
  const damaged: StoredMessage = message(1, { damage: 'a bit' })
  t.is(unwritten.update(damaged), damaged)
  const other = message(2)
  t.is(unwritten.update(other), other)
})

test('added messages that have expired are returned', (t) => {
  const at = (sequence: number, expiresAt?: number) =>
    add(7, message(sequence, expiresAt === undefined ? {} : { expiresAt }))
  const expired = (unwritten: UnwrittenChanges, now: number) =>
    unwritten.expired(now).map((each) => each.message.sequence)
  t.deepEqual(expired(applied(at(1)), 1e9), [])
  const unwritten = applied(at(1, 10), at(2, 11), at(3))
  t.deepEqual(
    [9, 10, 11].map((now) => expired(unwritten, now)),
    [[], [1], [1, 2]],
  )
  unwritten.apply(remove(3))
  unwritten.apply(remove(1))
  t.deepEqual(expired(unwritten, 11), [2])
  unwritten.apply(remove(2))
  t.deepEqual(expired(unwritten, 11), [])
})

test('a batch has all removals and counts, and the oldest messages up to its limit', (t) => {
  const unwritten = applied(add(7, message(3)), remove(1), count(2, 5), add(7, message(4)), add(7, message(5)))
  const batch = unwritten.takeBatch(2)
  t.deepEqual(brief(batch), ['-1', '2=5', '+3', '+4'])
  t.deepEqual(
    [1, 3, 4, 5].map((each) => known(unwritten, each)),
    ['removed', 0, 0, 0],
  )
  t.deepEqual(sizes(unwritten), [3 * 604, 1, 3], 'until it is written')
  unwritten.finishBatch(batch)
  t.deepEqual(
    [1, 3, 4, 5].map((each) => known(unwritten, each)),
    [undefined, undefined, undefined, 0],
  )
  t.deepEqual(sizes(unwritten), [604, 0, 0])
  t.deepEqual(brief(unwritten.takeBatch(9)), ['+5'])
})

test('a batch may have no messages', (t) => {
  const unwritten = applied(add(7, message(3)), remove(1))
  const batch = unwritten.takeBatch(0)
  t.deepEqual(brief(batch), ['-1'])
  unwritten.finishBatch(batch)
  t.deepEqual(sizes(unwritten), [604, 0, 0])
})

test('a message that is removed while it is written is removed from the copy by the next batch', (t) => {
  const unwritten = applied(add(7, message(1, { expiresAt: 5 })))
  const batch = unwritten.takeBatch(9)
  unwritten.apply(remove(1))
  t.deepEqual([known(unwritten, 1), sizes(unwritten)], ['removed', [0, 1, 2]])
  t.deepEqual(unwritten.expired(9), [])
  unwritten.finishBatch(batch)
  t.deepEqual([known(unwritten, 1), sizes(unwritten)], ['removed', [0, 1, 1]])
  t.deepEqual(brief(unwritten.takeBatch(9)), ['-1'])
})

test('a message whose backout count changes while it is written is written again', (t) => {
  const unwritten = applied(add(7, message(1)))
  const batch = unwritten.takeBatch(9)
  unwritten.apply(count(1, 2))
  unwritten.finishBatch(batch)
  t.deepEqual([known(unwritten, 1), sizes(unwritten)], [2, [604, 1, 1]])
  t.deepEqual(brief(unwritten.takeBatch(9)), ['-1', '+1'])
})

test('a message that is put again while its removal is written stays', (t) => {
  const unwritten = applied(remove(1))
  const batch = unwritten.takeBatch(9)
  unwritten.apply(add(7, message(1)))
  unwritten.apply(count(1, 4))
  unwritten.finishBatch(batch)
  t.deepEqual([known(unwritten, 1), sizes(unwritten)], [4, [604, 0, 0]])
})

test('a backout count that changes while the former one is written is written by the next batch', (t) => {
  const unwritten = applied(count(1, 2), count(2, 2))
  const batch = unwritten.takeBatch(9)
  unwritten.apply(count(1, 3))
  unwritten.finishBatch(batch)
  t.deepEqual(brief(unwritten.takeBatch(9)), ['1=3'])
})

test('a message whose removal is being written gets no backout count', (t) => {
  const unwritten = applied(remove(1))
  const batch = unwritten.takeBatch(9)
  unwritten.apply(count(1, 3))
  t.deepEqual([known(unwritten, 1), unwritten.changeCount], ['removed', 0])
  unwritten.finishBatch(batch)
  t.is(known(unwritten, 1), undefined)
})

/** How a body is kept that is a part of a block of memory. */
for (const [title, blockBytes, bodyBytes, isCopied] of [
  ['a block of 8 KiB is shared', 8_192, 5, false],
  ['a small part of a larger block is copied', 8_193, 5, true],
  ['less than half of a larger block is copied', 20_000, 9_999, true],
  ['half of a larger block is shared', 20_000, 10_000, false],
] as const)
  test(title, (t) => {
    const block = Buffer.from(new ArrayBuffer(blockBytes)).fill('x')
    const unwritten = applied({ type: 'add', queue: 7, message: message(1), body: block.subarray(0, bodyBytes) })
    const found = unwritten.find(1) as { body: Buffer }
    t.deepEqual(found.body, block.subarray(0, bodyBytes))
    t.is(found.body.buffer === block.buffer, !isCopied)
  })
