import test from 'ava'
import type { PreservedMessage } from '../../../../../src/mq/manager/store/message-store.ts'
import {
  deserializeMessages,
  serializeChanges,
  serializeMessages,
} from '../../../../../src/mq/manager/store/sqlite/serialized-changes.ts'
import { add, message } from '../conformance.ts'

const id = (digit: number, length: number) => Buffer.alloc(length, digit)

const messages: readonly PreservedMessage[] = [
  { queue: 7, message: message(1), body: Buffer.from('one') },
  { queue: 8, message: message(2, { foreignId: id(1, 24) }), body: Buffer.alloc(0) },
  { queue: 9, message: message(3, { correlationId: id(2, 10), expiresAt: 5 }), body: Buffer.from('three') },
  {
    queue: 10,
    message: message(4, { lane: 9, foreignId: id(3, 1), correlationId: id(4, 2), bodyFile: 'a.b', length: 99 }),
    body: Buffer.from('4'),
  },
]

test('messages are read back with their columns, ids and bodies', (t) => {
  t.deepEqual(
    deserializeMessages(serializeMessages(messages)).map(({ columns, body }) => ({
      columns: columns.map((each) => (each instanceof Uint8Array ? Buffer.from(each) : each)),
      body: Buffer.from(body),
    })),
    messages.map(({ queue, message: each, body }) => ({
      columns: [
        ...[queue, each.sequence, each.lane, each.foreignId ?? null, each.correlationId ?? null],
        ...[each.expiresAt ?? null, each.length, each.bodyFile ?? null, JSON.stringify(each.descriptor)],
      ],
      body,
    })),
  )
  t.deepEqual(deserializeMessages(serializeMessages([])), [])
})

test('the bytes are the ids and bodies and nothing else, because a put is admitted by their number', (t) => {
  const sizes = [3, 24, 10 + 5, 1 + 2 + 1]
  t.deepEqual(
    messages.map((each) => serializeMessages([each]).bytes.byteLength),
    sizes,
  )
  t.is(serializeMessages(messages).bytes.byteLength, 3 + 24 + 15 + 4)
})

test('the changes of a commit keep their order', (t) => {
  const object = {
    id: 5,
    record: { kind: 'queue', name: 'A', type: 'QLOCAL', attributes: {}, created: 1, altered: 2 },
  } as const
  const backout = { type: 'setBackoutCount', sequence: 2, backoutCount: 1 } as const
  const { steps, messages: added } = serializeChanges([
    { type: 'remove', sequence: 9 },
    add(7, message(1), 'one'),
    backout,
    { type: 'saveObject', object },
    { type: 'removeObject', id: 6 },
    add(7, message(3), 'three'),
  ])
  t.deepEqual(steps, [9, null, backout, { saveObject: object }, { removeObject: 6 }, null])
  t.deepEqual(
    deserializeMessages(added).map(({ columns }) => columns[1]),
    [1, 3],
  )
})
