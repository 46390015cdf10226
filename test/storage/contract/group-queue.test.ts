import test from 'ava'

import { openGroupQueue } from '../../../src/storage/contract/group-queue.ts'

test('one group gathers while another is committed', async (t) => {
  const groups: number[][] = []
  const commits: (() => void)[] = []
  const queue = openGroupQueue<number>({
    name: 'test',
    maxGroupSize: 3,
    commit: (group) =>
      new Promise((resolve) => {
        groups.push(group)
        commits.push(() => resolve(group.map((value) => ({ value: value * 2 }))))
      }),
  })
  const first = queue.add(1)
  await turn()
  const others = [2, 3, 4, 5].map((each) => queue.add(each))
  await turn()
  t.deepEqual(groups, [[1]])
  commits[0]?.()
  t.is(await first, 2)
  await turn()
  commits[1]?.()
  await turn()
  await turn()
  commits[2]?.()
  t.deepEqual(await Promise.all(others), [4, 6, 8, 10])
  t.deepEqual(groups, [[1], [2, 3, 4], [5]])
})

test('an operation fails alone, and a commit that fails rejects its whole group only', async (t) => {
  let commits = 0
  const queue = openGroupQueue<string>({
    name: 'test',
    maxGroupSize: 10,
    async commit(group) {
      commits += 1
      if (commits === 2) throw new Error('the link is cut')
      return group.map((value) => (value === 'bad' ? { error: new Error('bad') } : { value }))
    },
  })
  const results = await Promise.allSettled(['a', 'bad', 'b'].map((each) => queue.add(each)))
  t.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  await t.throwsAsync(queue.add('c'), { message: 'the link is cut' })
  t.is(await queue.add('d'), 'd')
})

test('close waits for the group in progress and those that wait', async (t) => {
  let isCommitted = false
  const queue = openGroupQueue<number>({
    name: 'test',
    maxGroupSize: 1,
    async commit([value]) {
      await turn()
      isCommitted = value === 2
      return [{ value }]
    },
  })
  const added = [queue.add(1), queue.add(2)]
  await queue.close()
  t.true(isCommitted)
  await Promise.all(added)
  await t.throwsAsync(queue.add(3), { message: 'test: it is closed' })
})

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
}
