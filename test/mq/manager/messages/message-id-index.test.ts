import test from 'ava'
import { MessageIdIndex } from '../../../../src/mq/manager/messages/message-id-index.ts'
import { hashMessageId } from '../../../../src/mq/manager/store/id-hash.ts'
import { diskBenchFor, text } from '../_support/manager.ts'

const persistence = 'persistent'

test('an id that many messages share returns them in order, an unknown one none', (t) => {
  const held = new Set<number>()
  const index = new MessageIdIndex([], (sequence) => held.has(sequence))
  const [shared, own] = [Buffer.alloc(24, 1), Buffer.alloc(24, 2)]
  for (const sequence of [1, 2, 3]) index.add(shared, sequence)
  index.add(own, 4)
  index.add(undefined, 5)
  t.deepEqual([...index.available(shared)], [1, 2, 3])
  t.deepEqual([...index.available(own)], [4])
  t.deepEqual([...index.available(Buffer.alloc(24, 3))], [])

  held.add(1).add(4)
  t.deepEqual([...index.available(shared)], [2, 3])
  t.deepEqual([...index.available(own)], [])
  index.remove(shared, 1)
  held.delete(4)
  index.restore(own, 4)
  t.deepEqual([...index.available(own)], [4])
  for (const sequence of [2, 3]) index.remove(shared, sequence)
  t.deepEqual([...index.available(shared)], [])
  index.add(shared, 9)
  t.deepEqual([...index.available(shared)], [9])
})

test('an id with the hash of another one is not taken for it, also after a restart', async (t) => {
  const [one, other] = sameHash()
  const disk = await diskBenchFor(t)
  await disk.bench.define('queue', 'QLOCAL', 'A')
  const put = (body: string, correlationId: Buffer) =>
    disk.bench.connection.put({ queue: 'A' }, text(body, { persistence, correlationId }))
  await put('one', one)
  await put('other', other)
  await put('one again', one)
  const taken = await disk.bench.connection.get('A', { correlationId: other })
  t.is(taken?.body.toString(), 'other')
  t.is(await disk.bench.connection.get('A', { correlationId: other }), undefined)

  const { connection } = await disk.reopen()
  t.is(await connection.get('A', { correlationId: other }), undefined)
  t.is((await connection.get('A', { correlationId: one }))?.body.toString(), 'one')
  t.is((await connection.get('A', { correlationId: one }))?.body.toString(), 'one again')
})

/** Two ids of one hash: among some hundred thousand there is a pair. */
function sameHash(): [Buffer, Buffer] {
  const seen = new Map<number, Buffer>()
  for (let number = 0; ; number++) {
    const id = Buffer.alloc(24)
    id.writeUInt32BE(number, 4)
    id.writeUInt32BE(Math.imul(number, 2_654_435_761) >>> 0, 16)
    const before = seen.get(hashMessageId(id))
    if (before) return [before, id]
    seen.set(hashMessageId(id), id)
  }
}
