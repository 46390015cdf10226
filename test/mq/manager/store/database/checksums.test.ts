import test from 'ava'
import {
  computeBodyChecksum,
  computeMessageChecksum,
  computeObjectChecksum,
  type MessageColumns,
  renderBodyChecksum,
} from '../../../../../src/mq/manager/store/database/checksums.ts'

const id = (digit: number) => Buffer.alloc(24, digit)
const whole: MessageColumns = [7, 1, 4, id(1), id(2), 5000, 5, 'a.b', '{"format":""}']

test('checksums are the CRC-32 of what earlier versions have stored', (t) => {
  const check = Buffer.from('123456789')
  t.is(computeBodyChecksum(check), 0xcbf43926)
  t.is(renderBodyChecksum(check), 'cbf43926')
  t.is(renderBodyChecksum(Buffer.alloc(0)), '00000000')
  t.is(computeMessageChecksum(whole), 1_901_009_929)
  t.is(computeMessageChecksum([7, 1, 4, null, null, null, 5, null, '{}']), 523_739_615)
})

const changes: readonly (readonly [column: string, place: number, value: unknown])[] = [
  ['queue', 0, 8],
  ['sequence number', 1, 2],
  ['lane', 2, 5],
  ['message id', 3, id(3)],
  ['absence of the message id', 3, null],
  ['correlation id', 4, id(3)],
  ['absence of the correlation id', 4, null],
  ['expiry time', 5, null],
  ['length', 6, 6],
  ['name of the body file', 7, null],
  ['descriptor', 8, '{"format":"x"}'],
]

for (const [column, place, value] of changes)
  test(`a changed ${column} of a message changes its checksum`, (t) => {
    const changed = whole.with(place, value as never) as unknown as MessageColumns
    t.not(computeMessageChecksum(changed), computeMessageChecksum(whole))
  })

test('ids that change places change the checksum', (t) => {
  const swapped = whole.with(3, id(2)).with(4, id(1)) as unknown as MessageColumns
  t.not(computeMessageChecksum(swapped), computeMessageChecksum(whole))
})

test('every changed column of an object changes its checksum', (t) => {
  const object = { id: 1, kind: 'queue', name: 'A', type: 'QLOCAL', attributes: '{}', created: 5, altered: 6 }
  const sums = Object.entries(object).map(([column, value]) =>
    computeObjectChecksum({ ...object, [column]: typeof value === 'number' ? value + 10 : `${value}x` }),
  )
  t.is(new Set([...sums, computeObjectChecksum(object)]).size, 8)
})
