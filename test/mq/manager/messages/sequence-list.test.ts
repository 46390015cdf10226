import test from 'ava'
import { SequenceList } from '../../../../src/mq/manager/messages/sequence-list.ts'

test('delivers unlocked messages in ascending order', (t) => {
  const held = new Set<number>()
  const order = orderOf(3, held)
  held.add(order.first() as number)
  t.is(order.first(), 2)
  held.delete(1)
  order.restore(1)
  t.is(order.first(), 1)
})

test('what leaves from the middle is passed over', (t) => {
  const order = orderOf(4, new Set())
  order.remove(2)
  order.remove(3)
  t.deepEqual([...order.all()], [1, 4])
  order.remove(1)
  t.is(order.first(), 4)
  order.remove(4)
  t.is(order.first(), undefined)
})

test('numbers that come late take their place in the order', (t) => {
  const order = orderOf(3, new Set())
  for (const sequence of [9, 6, 4, 8]) order.add(sequence)
  t.is(order.first(), 1)
  t.deepEqual([...order.all()], [1, 2, 3, 4, 6, 8, 9])
  for (const sequence of [1, 2, 3, 4, 6, 8, 9]) order.remove(sequence)
  t.true(order.isEmpty)
  order.add(7)
  t.is(order.first(), 7)
  order.add(5)
  t.is(order.first(), 5)
  t.true(order.has(7))
})

test('holds, restores and removals in any order leave what a sorted list would', (t) => {
  const held = new Set<number>()
  const order = orderOf(0, held)
  const model = new Set<number>()
  let random = 42
  const pick = (most: number) => {
    random = (random * 1_103_515_245 + 12_345) % 2 ** 31
    return random % most
  }
  for (let sequence = 1; sequence <= 20_000; sequence++) {
    order.add(sequence)
    model.add(sequence)
    if (sequence % 3 === 0) continue
    const available = order.first() as number
    const any = [available, pick(sequence) + 1].find((each) => model.has(each) && !held.has(each))
    if (any !== undefined) held.add(any)
    const [settled] = [...held].slice(pick(2))
    if (settled === undefined) continue
    held.delete(settled)
    if (pick(3) === 0) {
      order.restore(settled)
    } else {
      model.delete(settled)
      order.remove(settled)
    }
  }
  t.deepEqual([...order.all()], [...model])
  t.deepEqual(
    [...order.available()],
    [...model].filter((each) => !held.has(each)),
  )
  t.is(
    order.first(),
    [...model].find((each) => !held.has(each)),
  )
})

function orderOf(count: number, held: ReadonlySet<number>): SequenceList {
  return new SequenceList(
    Array.from({ length: count }, (_, place) => place + 1),
    (sequence) => held.has(sequence),
  )
}
