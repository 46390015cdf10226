import test from 'ava'
import { SmallSet } from '../../../../src/mq/manager/types/small-set.ts'

const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }]

test('behaves like a Set for every sequence of additions and removals', (t) => {
  const steps = [a, b, c].flatMap((member) => [['add', member] as const, ['delete', member] as const])
  for (const first of steps)
    for (const second of steps)
      for (const third of steps)
        for (const fourth of steps) {
          const [small, set] = [new SmallSet<typeof a>(), new Set<typeof a>()]
          for (const [verb, member] of [first, second, third, fourth]) {
            if (verb === 'delete') t.is(small.delete(member), set.delete(member))
            else {
              small.add(member)
              set.add(member)
            }
            t.is(small.size, set.size)
          }
          t.deepEqual([...small], [...set])
        }
})

for (const members of [[], [a], [a, b]]) {
  test(`is empty after clear with ${members.length} members`, (t) => {
    const set = new SmallSet<typeof a>()
    for (const member of members) set.add(member)
    set.clear()
    t.is(set.size, 0)
    t.deepEqual([...set], [])
    set.add(c)
    t.deepEqual([...set], [c])
  })
}
