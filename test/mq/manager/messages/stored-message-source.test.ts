/** How the head of a queue is read from a store that reads several messages at once. */
import test from 'ava'
import { MessageIdGenerator } from '../../../../src/mq/manager/messages/message-id-generator.ts'
import { anyMessage, type QueuedMessage } from '../../../../src/mq/manager/messages/queued-message.ts'
import { StoredMessageSource } from '../../../../src/mq/manager/messages/stored-message-source.ts'
import type { LaneSnapshots, StoredMessageReader } from '../../../../src/mq/manager/store/message-store.ts'
import { message } from '../store/conformance.ts'

/** Opens a source over a store of messages 1 to `count`, of which some cannot be read. */
function open(count: number, unreadable: readonly number[] = []) {
  const sequences = Array.from({ length: count }, (_, index) => index + 1)
  const reads: number[][] = []
  const store: StoredMessageReader = {
    takeLaneSnapshots: () => new Map(),
    find: (_queue, sequence) => message(sequence),
    read(_queue, sequence) {
      if (unreadable.includes(sequence)) throw new Error(`page of ${sequence}`)
      reads.at(-1)?.push(sequence)
      return { message: message(sequence), body: Buffer.from(`body ${sequence}`) }
    },
    together(run) {
      reads.push([])
      return run()
    },
    expired: () => [],
    body: () => undefined,
  }
  const lanes: LaneSnapshots = new Map([[message(1).lane, { sequences, foreignIds: [], correlationIds: [] }]])
  const source = new StoredMessageSource(7, store, new MessageIdGenerator('QM1', 0), lanes)
  return { source, reads }
}

function take(source: StoredMessageSource): QueuedMessage | undefined {
  const entry = source.first(anyMessage)
  if (!entry) return undefined
  source.lock(entry)
  source.remove(entry)
  return entry
}

test('a queue that is emptied is read in groups of up to 16, in its order, each message once', (t) => {
  const { source, reads } = open(100)
  const bodies: string[] = []
  for (let entry = take(source); entry; entry = take(source)) bodies.push(String(entry.body))
  t.deepEqual(
    bodies,
    Array.from({ length: 100 }, (_, index) => `body ${index + 1}`),
  )
  t.deepEqual(
    reads.map(({ length }) => length),
    [1, 2, 4, 8, 16, 16, 16, 16, 16, 5],
  )
})

test('a queue that is only looked at keeps one message', (t) => {
  const { source, reads } = open(100)
  for (let look = 0; look < 5; look++) t.is(source.first(anyMessage)?.sequence, 1)
  t.deepEqual(reads, [[1]])
})

test('a message that cannot be read fails its own get and none before', (t) => {
  const { source } = open(10, [6])
  const taken = [1, 2, 3, 4, 5].map(() => take(source)?.sequence)
  t.deepEqual(taken, [1, 2, 3, 4, 5])
  t.throws(() => source.first(anyMessage), { message: 'page of 6' })
})

test('a locked message stays out of a group, and comes first when it is unlocked', (t) => {
  const { source } = open(20)
  const first = source.first(anyMessage) as QueuedMessage
  source.lock(first)
  t.is(take(source)?.sequence, 2)
  source.unlock(first)
  t.deepEqual([take(source)?.sequence, take(source)?.sequence], [1, 3])
})
