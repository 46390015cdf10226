import test from 'ava'
import type { QueuedMessage } from '../../../../src/mq/manager/messages/queued-message.ts'
import { RecentBodyCache } from '../../../../src/mq/manager/persistence/message-bodies.ts'

const entry = () => ({ body: undefined }) as QueuedMessage

test('an entry has its body until others take the room', (t) => {
  const recent = new RecentBodyCache()
  const entries = Array.from({ length: 100 }, entry)
  for (const each of entries) recent.add(each, Buffer.alloc(16_384))
  const kept = entries.map(({ body }) => body !== undefined)
  t.deepEqual(kept, [...Array(36).fill(false), ...Array(64).fill(true)])
})

test('a body holds on to all the memory that it is a part of', (t) => {
  const recent = new RecentBodyCache()
  const some = entry()
  recent.add(some, Buffer.alloc(65_536).subarray(0, 100))
  t.is(some.body, undefined)
})

test('what is dropped makes room', (t) => {
  const recent = new RecentBodyCache()
  const first = entry()
  recent.add(first, Buffer.alloc(16_384))
  for (let count = 0; count < 1000; count++) {
    const each = entry()
    recent.add(each, Buffer.alloc(16_384))
    recent.remove(each)
    t.is(each.body, undefined)
  }
  t.is(first.body?.length, 16_384)
})
