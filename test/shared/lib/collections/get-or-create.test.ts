import test from 'ava'
import { getOrCreate } from '../../../../src/shared/lib/collections/get-or-create.ts'

for (const [title, values] of [
  ['a map', new Map<object, number>()],
  ['a weak map', new WeakMap<object, number>()],
] as const)
  test(`a value of ${title} is created once for its key`, (t) => {
    const [key, other] = [{}, {}]
    let created = 0
    const create = () => created++
    t.deepEqual(
      [key, key, other, key].map((each) => getOrCreate(values, each, create)),
      [0, 0, 1, 0],
    )
  })

test('a value that is false or empty is kept as well', (t) => {
  const values = new Map<string, string>([['a', '']])
  t.is(
    getOrCreate(values, 'a', () => 'new'),
    '',
  )
})
