import test from 'ava'
import type { LocalQueues } from '../../../../src/mq/manager/queues/local-queues.ts'
import { preserveMessages } from '../../../../src/mq/manager/queues/preserved-messages.ts'
import type { PreservedMessage } from '../../../../src/mq/manager/store/message-store.ts'
import { diskBenchFor, text } from '../_support/manager.ts'
import { openMemoryMessageStore } from '../_support/memory-message-store.ts'
import { queuedMessage } from './queued-messages.ts'

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
