import test from 'ava'
import { MessageIdGenerator } from '../../../../src/mq/manager/messages/message-id-generator.ts'
import { SequenceNumbers } from '../../../../src/mq/manager/persistence/sequence-numbers.ts'

const created = Date.UTC(2024, 4, 1)

test('an id begins with AMQ and twelve characters of the name', (t) => {
  t.is(new MessageIdGenerator('QM1', created).fromSequence(1).toString('latin1', 0, 16), 'AMQ QM1         ')
  t.is(
    new MessageIdGenerator('A.LONG.NAME.INDEED', created).fromSequence(1).toString('latin1', 0, 16),
    'AMQ A.LONG.NAME.',
  )
})

for (const sequence of [1, 2 ** 32 - 1, 2 ** 32, 2 ** 45 + 7]) {
  test(`the sequence ${sequence} can be read from its id`, (t) => {
    const ids = new MessageIdGenerator('QM1', created)
    t.is(ids.parseSequence(ids.fromSequence(sequence)), sequence)
  })
}

test('an id of another queue manager has no sequence here', (t) => {
  const ids = new MessageIdGenerator('QM1', created)
  t.is(ids.parseSequence(new MessageIdGenerator('QM2', created).fromSequence(5)), undefined)
  t.is(ids.parseSequence(Buffer.alloc(24, 0xff)), undefined)
})

test('every start continues in the block that it claimed', (t) => {
  const first = new SequenceNumbers(0, async () => 1)
  const second = new SequenceNumbers(1, async () => 2)
  t.deepEqual([first.next(), first.next(), second.next()], [1, 2, 2 ** 28 + 1])
})

test('the next block is claimed before a block is used up, and no number comes twice', async (t) => {
  const size = 8
  const claims = [() => Promise.reject(new Error('the disk is full')), async () => 5]
  const sequence = new SequenceNumbers(0, () => (claims.shift() as () => Promise<number>)(), { size, reserve: 4 })
  const numbers: number[] = []
  for (let count = 0; count < size + 2; count++) {
    numbers.push(sequence.next())
    await Promise.resolve()
    await Promise.resolve()
  }
  t.deepEqual(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 41, 42])
})

test('without a further block the numbers end', (t) => {
  const sequence = new SequenceNumbers(0, () => Promise.reject(new Error('no')), { size: 2, reserve: 1 })
  sequence.next()
  sequence.next()
  t.throws(() => sequence.next(), { message: /no block of sequence numbers could be claimed/ })
})
