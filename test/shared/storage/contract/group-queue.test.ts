import test from 'ava'
import { openGroupQueue } from '../../../../src/shared/storage/contract/group-queue.ts'
import { StateStoreError } from '../../../../src/shared/storage/contract/state-store-error.ts'

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

test('20,000 writes can wait, and one more is rejected as busy', async (t) => {
  const queue = openGroupQueue<number>({
    name: 'test',
    maxGroupSize: 20_000,
    commit: async (group) => group.map((value) => ({ value })),
  })
  const added = Array.from({ length: 20_000 }, (_, value) => queue.add(value))
  await t.throwsAsync(queue.add(-1), {
    instanceOf: StateStoreError,
    code: 'busy',
    message: 'test: 20000 writes are waiting already',
  })
  t.is((await Promise.all(added)).length, 20_000)
  t.is(await queue.add(7), 7)
})

test('close of an idle queue resolves at once, and again', async (t) => {
  const queue = openGroupQueue<number>({ name: 'test', maxGroupSize: 1, commit: async () => [] })
  t.is(queue.close(), queue.close())
  await queue.close()
  await t.throwsAsync(queue.add(1), { instanceOf: StateStoreError, code: 'closed' })
})

test('close waits for a group that is being committed', async (t) => {
  const committed = Promise.withResolvers<void>()
  const queue = openGroupQueue<number>({
    name: 'test',
    maxGroupSize: 1,
    commit: async (group) => {
      await committed.promise
      return group.map((value) => ({ value }))
    },
  })
  const added = queue.add(1)
  await turn()
  let isClosed = false
  const closed = queue.close().then(() => {
    isClosed = true
  })
  await turn()
  t.false(isClosed)
  committed.resolve()
  await Promise.all([added, closed])
})

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
}
