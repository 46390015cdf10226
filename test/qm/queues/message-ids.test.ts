import test from 'ava'

import { MessageIds } from '../../../src/qm/queues/message-ids.ts'
import { Sequence } from '../../../src/qm/queues/sequence.ts'

const created = Date.UTC(2024, 4, 1)

test('an id begins with AMQ and twelve characters of the name', (t) => {
  t.is(new MessageIds('QM1', created).of(1).toString('latin1', 0, 16), 'AMQ QM1         ')
  t.is(new MessageIds('A.LONG.NAME.INDEED', created).of(1).toString('latin1', 0, 16), 'AMQ A.LONG.NAME.')
})

for (const sequence of [1, 2 ** 32 - 1, 2 ** 32, 2 ** 45 + 7]) {
  test(`the sequence ${sequence} can be read from its id`, (t) => {
    const ids = new MessageIds('QM1', created)
    t.is(ids.sequenceOf(ids.of(sequence)), sequence)
  })
}

test('an id of another queue manager has no sequence here', (t) => {
  const ids = new MessageIds('QM1', created)
  t.is(ids.sequenceOf(new MessageIds('QM2', created).of(5)), undefined)
  t.is(ids.sequenceOf(Buffer.alloc(24, 0xff)), undefined)
})

test('every start, and every full block, continues in a block of its own', (t) => {
  let blocks = 0
  const first = new Sequence(() => blocks++)
  const numbers = [first.next(), first.next()]
  const second = new Sequence(() => blocks++)
  t.deepEqual([...numbers, second.next()], [1, 2, 2 ** 28 + 1])
})
