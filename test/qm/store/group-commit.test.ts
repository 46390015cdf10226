import { setImmediate as turn } from 'node:timers/promises'
import test from 'ava'

import { GroupCommit } from '../../../src/qm/store/group-commit.ts'
import type { StoreChange } from '../../../src/qm/store/message-store.ts'

const change: StoreChange = { type: 'remove', sequence: 1 }

/** A group, and the sizes of its commits. */
function open() {
  const sizes: number[] = []
  const group = new GroupCommit({
    async commit(changes) {
      sizes.push(changes.length)
    },
  })
  const add = (count: number) => Array.from({ length: count }, () => group.run([change]))
  return { group, sizes, add }
}

test('the work of one turn shares a commit', async (t) => {
  const { sizes, add } = open()
  add(3)
  await turn()
  add(1)
  await turn()
  t.deepEqual(sizes, [3, 1])
})

test('where many come, the commit waits for a turn that brings none', async (t) => {
  const { sizes, add } = open()
  await Promise.all(add(20))
  add(10)
  await turn()
  add(10)
  await turn()
  t.deepEqual(sizes, [20])
  await turn()
  t.deepEqual(sizes, [20, 20])
})

test('work that comes without an end is committed all the same', async (t) => {
  const { sizes, add } = open()
  await Promise.all(add(20))
  for (let turns = 0; turns < 100; turns++) {
    add(5)
    await turn()
  }
  t.true(sizes.length > 2 && Math.max(...sizes) < 128 + 5, `${sizes}`)
})
