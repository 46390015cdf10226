import test from 'ava'
import { MessageIdGenerator } from '../../../../src/mq/manager/messages/message-id-generator.ts'
import { LocalQueues, type LocalQueuesDeps, preserveMessages } from '../../../../src/mq/manager/queues/local-queues.ts'
import { GroupCommit } from '../../../../src/mq/manager/store/group-commit.ts'
import {
  type LaneSnapshots,
  MessageStoreError,
  type PreservedMessage,
  type StoreChange,
} from '../../../../src/mq/manager/store/message-store.ts'
import type { AttributeValue } from '../../../../src/mq/manager/types/connection.ts'
import type { ObjectRecord } from '../../../../src/mq/manager/types/services.ts'
import { diskBenchFor, text } from '../_support/manager.ts'
import { openMemoryMessageStore } from '../_support/memory-message-store.ts'
import { add, message } from '../store/conformance.ts'
import { queuedMessage } from './queued-messages.ts'

function queue(name: string, attributes: Record<string, AttributeValue> = {}, type = 'QLOCAL'): ObjectRecord {
  return { kind: 'queue', name, type, attributes, created: 1, altered: 1 }
}

/** A list of one lane with these messages. */
function lanes(...sequences: number[]): LaneSnapshots {
  return new Map([[0, { sequences, foreignIds: [], correlationIds: [] }]])
}

/** The queue A with the storage id 7 and two messages, and two messages of the storage id 9, whose queue is gone. */
async function open() {
  const store = openMemoryMessageStore()
  await store.commit([
    ...[1, 2].map((sequence) => add(7, message(sequence))),
    ...[3, 4].map((sequence) => add(9, message(sequence))),
  ])
  const state = { fails: false, warnings: 0, undo: () => {}, committed: Promise.withResolvers<void>() }
  const commit = async (changes: readonly StoreChange[]) => {
    if (state.fails) throw new MessageStoreError('failed', 'the disk says no')
    await store.commit(changes)
  }
  const group = new GroupCommit({ commit })
  const queues = new LocalQueues(
    {
      group,
      ids: new MessageIdGenerator('QM1', 1),
      clock: () => 1,
      log: { warn: () => state.warnings++ } as never,
      store: {
        ...store,
        messages: {
          ...store.messages,
          takeLaneSnapshots: () =>
            new Map([
              [7, lanes(1, 2)],
              [9, lanes(3, 4)],
            ]),
        },
      },
      trackExpiry() {},
      triggerApplication() {},
      renumber(_, undone) {
        state.undo = undone
        return { id: 8, committed: state.committed.promise }
      },
    } satisfies LocalQueuesDeps,
    [
      { id: 7, record: queue('A') },
      { id: 5, record: queue('REMOTE', {}, 'QREMOTE') },
    ],
  )
  const left = (storageId: number) =>
    [1, 2, 3, 4].filter((sequence) => store.messages.find(storageId, sequence) !== undefined)
  return { queues, state, group, left, settle: () => new Promise<void>((done) => setImmediate(done)) }
}

test('local queues are found by name and by id with their messages, other queues are not', async (t) => {
  const { queues } = await open()
  t.is(queues.revision, 0)
  t.like(queues.find('A'), { name: 'A', id: 7, depth: 2 })
  t.is(queues.findById(7), queues.find('A'))
  t.is(queues.find('REMOTE'), undefined)
  t.is(queues.findById(5), undefined)
  t.deepEqual([...queues.all()], [queues.find('A')])
})

test('messages of a queue that no longer exists are removed at the start, and no others', async (t) => {
  const { group, left, settle } = await open()
  await settle()
  await group.idle()
  t.deepEqual([left(7), left(9)], [[1, 2], []])
})

test('messages that cannot be removed are logged, and left to the next start', async (t) => {
  const { state, group, left, settle } = await open()
  state.fails = true
  await settle()
  await group.idle()
  t.is(state.warnings, 1)
  t.deepEqual(left(9), [3, 4])
})

test('a saved object that is no local queue adds none', async (t) => {
  const { queues } = await open()
  t.is(queues.changeHandler.saved?.({ id: 6, record: queue('B', {}, 'QALIAS') }, undefined), undefined)
  t.is(queues.find('B'), undefined)
})

test('a new queue is there at once, and gone when its commit fails', async (t) => {
  const { queues } = await open()
  const callbacks = queues.changeHandler.saved?.({ id: 6, record: queue('B') }, undefined)
  const added = queues.find('B')
  t.is(queues.findById(6), added)
  callbacks?.rolledBack?.()
  t.is(queues.find('B'), undefined)
  t.is(queues.findById(6), undefined)
  t.true(added?.isDeleted)
})

test('a changed queue has its new attributes at once, and the old ones when the commit fails', async (t) => {
  const { queues } = await open()
  const before = queue('A', { MAXDEPTH: 10 })
  queues.changeHandler.saved?.({ id: 7, record: before }, queue('A'))
  t.is(queues.find('A')?.maxDepth, 10)
  const callbacks = queues.changeHandler.saved?.({ id: 7, record: queue('A', { MAXDEPTH: 20 }) }, before)
  t.is(queues.find('A')?.maxDepth, 20)
  callbacks?.rolledBack?.()
  t.is(queues.find('A')?.maxDepth, 10)
})

test('a deleted queue is gone at once, and back with its messages when the commit fails', async (t) => {
  const { queues, left } = await open()
  t.is(queues.changeHandler.removed?.(queue('B')), undefined)
  const deleted = queues.find('A')
  const callbacks = queues.changeHandler.removed?.(queue('A'))
  t.true(deleted?.isDeleted)
  t.is(queues.find('A'), undefined)
  t.is(queues.findById(7), undefined)
  callbacks?.rolledBack?.()
  t.is(queues.find('A'), deleted)
  t.is(queues.findById(7), deleted)
  t.false(deleted?.isDeleted)
  t.deepEqual(left(7), [1, 2])
})

test('the messages of a deleted queue are removed after its commit', async (t) => {
  const { queues, group, left, settle } = await open()
  const callbacks = queues.changeHandler.removed?.(queue('A'))
  await settle()
  t.deepEqual(left(7), [1, 2])
  callbacks?.committed?.()
  await settle()
  await group.idle()
  t.deepEqual(left(7), [])
})

test('after close, messages are left to the next start', async (t) => {
  const { queues, group, left, settle } = await open()
  await settle()
  await group.idle()
  queues.close()
  queues.changeHandler.removed?.(queue('A'))?.committed?.()
  await settle()
  await group.idle()
  t.deepEqual(left(7), [1, 2])
})

test('a cleared queue has a new storage id, and its messages are removed after the commit', async (t) => {
  const { queues, state, group, left, settle } = await open()
  const cleared = queues.find('A')
  const clearing = cleared?.clear()
  t.like(cleared, { id: 8, depth: 0 })
  t.is(queues.findById(7), undefined)
  t.is(queues.findById(8), cleared)
  await settle()
  t.deepEqual(left(7), [1, 2])
  state.committed.resolve()
  await clearing
  await settle()
  await group.idle()
  t.deepEqual(left(7), [])
})

test('a clear whose commit fails brings the messages and the storage id back', async (t) => {
  const { queues, state, left } = await open()
  const cleared = queues.find('A')
  const clearing = cleared?.clear()
  state.undo()
  state.committed.reject(new MessageStoreError('failed', 'the disk says no'))
  await t.throwsAsync(clearing as Promise<void>, { instanceOf: MessageStoreError })
  t.like(cleared, { id: 7, depth: 2 })
  t.is(queues.findById(7), cleared)
  t.is(queues.findById(8), undefined)
  t.deepEqual(left(7), [1, 2])
})

test('non-persistent messages of NPMCLASS(HIGH) are there after an end in order, once', async (t) => {
  const disk = await diskBenchFor(t)
  const { connection, define } = disk.bench
  await define('queue', 'QLOCAL', 'KEPT', { NPMCLASS: 'HIGH' })
  await define('queue', 'QLOCAL', 'LOST')
  const first = await connection.put({ queue: 'KEPT' }, text('low', { priority: 1 }))
  await connection.put({ queue: 'KEPT' }, text('high', { priority: 5, messageId: Buffer.alloc(24, 7) }))
  await connection.put({ queue: 'KEPT' }, text('safe', { priority: 1, persistence: 'persistent' }))
  await connection.put({ queue: 'LOST' }, text('x'))

  const again = await disk.reopen()
  t.is(again.running.queues.find('LOST')?.depth, 0)
  t.is(again.running.queues.find('KEPT')?.depth, 3)
  t.like(await again.connection.get('KEPT'), {
    persistence: 'nonPersistent',
    priority: 5,
    body: Buffer.from('high'),
    messageId: Buffer.alloc(24, 7),
  })
  t.like(await again.connection.get('KEPT', { messageId: first.messageId }), { body: Buffer.from('low') })
  t.is((await again.connection.get('KEPT'))?.body.toString(), 'safe')
  t.is((await disk.reopen()).running.queues.find('KEPT')?.depth, 0)
})

test('they are gone after an end by force', async (t) => {
  const disk = await diskBenchFor(t)
  await disk.bench.define('queue', 'QLOCAL', 'A', { NPMCLASS: 'HIGH' })
  await disk.bench.connection.put({ queue: 'A' }, text('x'))
  await disk.bench.running.close({ byForce: true })
  t.is((await disk.reopen()).running.queues.find('A')?.depth, 0)
})

test('one that expires in between does not come back, and one that expires later does so', async (t) => {
  const disk = await diskBenchFor(t)
  await disk.bench.define('queue', 'QLOCAL', 'A', { NPMCLASS: 'HIGH' })
  disk.bench.pass(-10_000)
  await disk.bench.connection.put({ queue: 'A' }, text('gone', { expiry: 5000 }))
  await disk.bench.connection.put({ queue: 'A' }, text('here', { expiry: 50_000 }))

  const again = await disk.reopen()
  t.is(again.running.queues.find('A')?.depth, 1)
  again.pass(60_000)
  again.running.sweep()
  t.is(again.running.queues.find('A')?.depth, 0)
})

for (const count of [0, 1, 2])
  test(`${count} messages to preserve take ${Math.min(count, 1)} writes`, async (t) => {
    const entries = Array.from({ length: count }, (_, index) => queuedMessage(index + 1, { body: Buffer.of(index) }))
    const queues = { all: () => [{ id: 7, listPreservable: () => entries }] } as unknown as LocalQueues
    const writes: (readonly PreservedMessage[])[] = []
    const preserve = async (messages: readonly PreservedMessage[]) => void writes.push(messages)
    await preserveMessages({ ...openMemoryMessageStore(), preserve }, queues)
    const expected = entries.map((message) => ({ queue: 7, message, body: message.body as Buffer }))
    t.deepEqual(writes, count === 0 ? [] : [expected])
  })
