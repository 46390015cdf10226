import test from 'ava'
import { parseCopiedMessages, parseCopiedPlace } from '../../../../../src/mq/manager/store/database/copied-messages.ts'
import { type CopiedValue, copiedRow } from '../../_support/copied-rows.ts'

const [foreignId, correlationId] = [Buffer.alloc(24, 1), Buffer.alloc(10, 2)]
const descriptor = '{"format":"Grüße","backoutCount":0}'

const rows: readonly (readonly [title: string, columns: CopiedValue[]])[] = [
  ['every column', [7, 2 ** 40, 9, foreignId, correlationId, 5000.5, 12, 'name.12345678', descriptor, 3]],
  ['no ids', [7, 1, 0, null, null, null, 0, null, descriptor, null]],
  ['a message id only', [7, 2, 0, foreignId, null, null, 5, null, descriptor, 0]],
  ['a correlation id only', [7, 3, 0, null, correlationId, null, 5, null, descriptor, null]],
  ['empty texts and ids', [7, 4, 0, Buffer.alloc(0), Buffer.alloc(0), 1, 5, '', '{}', null]],
]

/** Returns what the row of the columns is parsed to: the backout count replaces the one of the descriptor. */
function expected(columns: CopiedValue[]) {
  const [text, count] = columns.slice(8) as [string, number | null]
  const counted = count === null ? text : JSON.stringify({ ...JSON.parse(text), backoutCount: count })
  return { columns: [...columns.slice(0, 8), counted], body: new Uint8Array() }
}

for (const [title, columns] of rows)
  test(`a row with ${title} is parsed`, (t) => {
    t.deepEqual([...parseCopiedMessages(copiedRow(...columns))], [expected(columns)] as never)
    const [queue, sequence, lane, foreign, correlation] = columns
    t.deepEqual(parseCopiedPlace(copiedRow(...columns)), [queue, lane, sequence, foreign, correlation] as never)
  })

test('rows follow each other', (t) => {
  const all = rows.map(([, columns]) => columns)
  t.deepEqual(
    [...parseCopiedMessages(Buffer.concat(all.map((columns) => copiedRow(...columns))))],
    all.map(expected) as never,
  )
  t.deepEqual([...parseCopiedMessages(Buffer.alloc(0))], [])
})
