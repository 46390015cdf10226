import test from 'ava'
import {
  computeBodyChecksum,
  computeMessageChecksum,
  type MessageColumns,
} from '../../../../../src/mq/manager/store/database/checksums.ts'
import {
  buildInsertValues,
  type MessageRow,
  parseMessageRow,
} from '../../../../../src/mq/manager/store/database/message-row.ts'
import { message } from '../conformance.ts'

const [foreignId, correlationId] = [Buffer.alloc(24, 1), Buffer.alloc(24, 2)]
const { descriptor } = message(1)
const text = JSON.stringify(descriptor)
const whole: MessageColumns = [7, 1, 4, foreignId, correlationId, 50, 5, 'a.b', text]
const bare: MessageColumns = [7, 2, 0, null, null, null, 5, null, text]

function rowOf(columns: MessageColumns): MessageRow {
  return [...columns, computeMessageChecksum(columns)]
}

test('a row is inserted with both checksums before its body', (t) => {
  const body = Buffer.from('x')
  const checksums = [computeMessageChecksum(whole), computeBodyChecksum(body)]
  t.deepEqual(buildInsertValues({ columns: whole, body }), [...whole, ...checksums, body])
})

test('a row becomes a message', (t) => {
  const more = { lane: 4, foreignId, correlationId, expiresAt: 50, bodyFile: 'a.b' }
  t.deepEqual(parseMessageRow(rowOf(whole), '/file'), message(1, more))
  t.deepEqual(parseMessageRow(rowOf(bare), '/file'), message(2))
})

test('a row of a version without checksums is not checked', (t) => {
  t.deepEqual(parseMessageRow([...bare, null], '/file'), message(2))
})

test('of a damaged row only the sequence number and the lane are used', (t) => {
  for (const columns of [whole, bare]) {
    const changed = rowOf(columns).with(6, 99) as unknown as MessageRow
    const [, sequence, lane] = columns
    t.deepEqual(parseMessageRow(changed, '/file'), {
      sequence,
      lane,
      foreignId: undefined,
      correlationId: undefined,
      expiresAt: undefined,
      bodyFile: undefined,
      length: 0,
      descriptor: { format: '', priority: 0, putAt: 0, userId: '', applicationName: '', ccsid: 0, backoutCount: 0 },
      damage: `/file: what was kept about message ${sequence} is not what was put`,
    })
  }
})

test('a descriptor that is no JSON is damage and not parsed', (t) => {
  const changed = rowOf(whole).with(8, '{') as unknown as MessageRow
  t.truthy(parseMessageRow(changed, '/file').damage)
})
