import { setImmediate as turn } from 'node:timers/promises'
import test from 'ava'
import { GroupCommit } from '../../../../src/mq/manager/store/group-commit.ts'
import { MessageStoreError, type StoreChange } from '../../../../src/mq/manager/store/message-store.ts'
import { CommitStatistics } from '../../../../src/mq/manager/types/commit-statistics.ts'

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

for (const [first, second, title] of [
  [3, 7, 'after a commit of 3 changes, the next one waits for no others'],
  [4, 8, 'after a commit of 4 changes, the next one waits until there are twice as many'],
  [50, 100, 'after a commit of 50 changes, the next one waits until there are twice as many'],
  [100, 128, 'after a commit of 100 changes, the next one waits until there are 128'],
] as const)
  test(title, async (t) => {
    const { sizes, add } = open()
    await Promise.all(add(first))
    add(second - 1)
    await turn()
    const waits = first >= 4
    t.deepEqual(sizes, waits ? [first] : [first, second - 1])
    await turn()
    t.deepEqual(sizes, [first, second - 1])
    await turn()

    await Promise.all(add(first))
    add(second)
    await turn()
    t.deepEqual(sizes.slice(-2), [first, second], 'as many as the commit waits for')
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

/** A group on a store that takes two commits at once, and the commits that have started: their sizes, and how to end them. */
function openConcurrent() {
  const begun: { size: number; end: PromiseWithResolvers<void> }[] = []
  const group = new GroupCommit({
    maxConcurrentCommits: 2,
    commit(changes) {
      const end = Promise.withResolvers<void>()
      begun.push({ size: changes.length, end })
      return end.promise
    },
  })
  const sizes = () => begun.map(({ size }) => size)
  const end = (place: number) => begun[place]?.end.resolve()
  const fail = (place: number) => begun[place]?.end.reject(new Error('no'))
  return { group, sizes, end, fail }
}

test('a store that takes two commits at once gets the second one before the first has ended', async (t) => {
  const { group, sizes, end } = openConcurrent()
  const first = group.run([change])
  await turn()
  const second = group.run([change, change])
  await turn()
  const third = group.run([change, change, change])
  await turn()
  t.deepEqual(sizes(), [1, 2])
  end(0)
  await first
  await turn()
  t.deepEqual(sizes(), [1, 2, 3])
  end(1)
  end(2)
  await Promise.all([second, third])
})

test('work that waits together is divided among the commits of such a store', async (t) => {
  const { group, sizes } = openConcurrent()
  for (let count = 0; count < 64; count++) void group.run([change])
  await turn()
  await turn()
  t.deepEqual(sizes(), [32, 32])
})

test('work that memory already shows is committed while no other commit is in progress', async (t) => {
  const { group, sizes, end, fail } = openConcurrent()
  const outcomes: string[] = []
  const add = (name: string, isVisible: boolean) =>
    group.add({
      changes: [change],
      isVisible,
      committed: () => outcomes.push(`${name} committed`),
      failed: () => outcomes.push(`${name} failed`),
    })
  add('put', false)
  await turn()
  add('object', true)
  await turn()
  t.deepEqual(sizes(), [1])
  end(0)
  await turn()
  await turn()
  add('dependent', false)
  await turn()
  t.deepEqual(sizes(), [1, 1])
  fail(1)
  await turn()
  t.deepEqual(outcomes, ['put committed', 'dependent failed', 'object failed'])
  await turn()
  await turn()
  t.deepEqual(sizes(), [1, 1], 'failed work is not committed later')
  await group.idle()
})

test('work that memory does not show yet is committed beside other work', async (t) => {
  const { group, sizes } = openConcurrent()
  for (const isVisible of [false, undefined]) {
    group.add({ changes: [change], ...(isVisible !== undefined && { isVisible }), committed() {}, failed() {} })
    await turn()
  }
  t.deepEqual(sizes(), [1, 1])
})

test('work that memory already shows waits for a commit, and later work waits for it', async (t) => {
  const { group, sizes, end } = openConcurrent()
  const add = (isVisible?: boolean) =>
    group.add({ changes: [change], ...(isVisible && { isVisible }), committed() {}, failed() {} })
  add()
  await turn()
  add(true)
  await turn()
  await turn()
  t.deepEqual(sizes(), [1])
  end(0)
  await turn()
  await turn()
  t.deepEqual(sizes(), [1, 1])
  add()
  await turn()
  t.deepEqual(sizes(), [1, 1])
  end(1)
  await turn()
  await turn()
  t.deepEqual(sizes(), [1, 1, 1])
})

test('work that memory already shows is not divided among commits', async (t) => {
  const { group, sizes } = openConcurrent()
  for (let count = 0; count < 16; count++)
    group.add({ changes: [change], isVisible: count === 9, committed() {}, failed() {} })
  await turn()
  await turn()
  t.deepEqual(sizes(), [16])
})

test('closing waits for every commit in progress', async (t) => {
  const { group, end } = openConcurrent()
  void group.run([change])
  await turn()
  void group.run([change])
  await turn()
  let isClosed = false
  const closing = group.close().then(() => {
    isClosed = true
  })
  end(1)
  await turn()
  t.false(isClosed)
  end(0)
  await closing
  t.true(isClosed)
})

for (const [title, turns] of [
  ['one commit in progress', 1],
  ['one change that waits', 0],
] as const)
  test(`closing waits for ${title}`, async (t) => {
    const { group, sizes, end } = openConcurrent()
    void group.run([change])
    for (let count = 0; count < turns; count++) await turn()
    let isClosed = false
    const closing = group.close().then(() => {
      isClosed = true
    })
    await turn()
    t.deepEqual([sizes(), isClosed], [[1], false])
    end(0)
    await closing
  })

test('a group is idle when the last commit has ended, each time', async (t) => {
  const { group, end } = openConcurrent()
  await group.idle()
  for (const first of [0, 2]) {
    void group.run([change])
    await turn()
    void group.run([change])
    await turn()
    let isIdle = false
    const idle = group.idle().then(() => {
      isIdle = true
    })
    await turn()
    t.false(isIdle)
    end(first)
    await turn()
    t.false(isIdle, 'one commit is in progress')
    end(first + 1)
    await idle
  }
})

test('a group is idle when all its work is withdrawn', async (t) => {
  const { group, sizes } = openConcurrent()
  const work = { changes: [change], committed() {}, failed() {} }
  group.add(work)
  const idle = group.idle()
  group.withdraw(work)
  await idle
  t.deepEqual(sizes(), [])
})

test('work goes on after a commit that no other one ran beside', async (t) => {
  const { group, sizes, end } = openConcurrent()
  const visible = new Promise<void>((committed, failed) => {
    group.add({ changes: [change], isVisible: true, committed, failed })
  })
  await turn()
  end(0)
  await visible
  const later = group.run([change])
  await turn()
  end(1)
  await later
  t.deepEqual(sizes(), [1, 1])
})

test('on a full disk puts fail, and the other work of their commit is tried again without them', async (t) => {
  const commits: boolean[] = []
  const group = new GroupCommit({
    async commit(_, { urgent = false } = {}) {
      commits.push(urgent)
      if (!urgent) throw new MessageStoreError('full', 'the disk is full')
    },
  })
  const put = new Promise<void>((committed, failed) => {
    group.add({ changes: [change], isPut: true, committed, failed })
  })
  const [putOutcome, other] = await Promise.allSettled([put, group.run([change])])
  t.deepEqual([putOutcome.status, other.status], ['rejected', 'fulfilled'])
  t.deepEqual(commits, [false, true])
})

test('after another failure all work of the commit fails', async (t) => {
  const group = new GroupCommit({
    async commit(_, { urgent = false } = {}) {
      if (!urgent) throw new MessageStoreError('failed', 'the disk is gone')
    },
  })
  const put = new Promise<void>((committed, failed) => {
    group.add({ changes: [change], isPut: true, committed, failed })
  })
  const outcomes = await Promise.allSettled([put, group.run([change])])
  t.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
})

test('work can be withdrawn until its commit starts', async (t) => {
  const { group, sizes, end } = openConcurrent()
  const outcomes: string[] = []
  const work = { changes: [change], committed: () => outcomes.push('committed'), failed: () => {} }
  group.add(work)
  t.true(group.withdraw(work))
  t.false(group.withdraw(work))
  await turn()
  t.deepEqual(sizes(), [], 'nothing is left to commit')
  await group.idle()
  group.add(work)
  await turn()
  t.false(group.withdraw(work))
  end(0)
  await group.idle()
  t.deepEqual(outcomes, ['committed'])
})

test('work that is added after the end fails', async (t) => {
  const { group, sizes } = open()
  await group.close()
  await t.throwsAsync(group.run([change]), { instanceOf: MessageStoreError, message: /has ended/ })
  t.deepEqual(sizes, [])
})

test('a full disk fails puts alone, and other work alone, without another attempt', async (t) => {
  for (const isPut of [true, false]) {
    let commits = 0
    const group = new GroupCommit({
      commit: async () => {
        commits += 1
        throw new MessageStoreError('full', 'the disk is full')
      },
    })
    const work = new Promise<void>((committed, failed) => {
      group.add({ changes: [change], isPut, committed, failed })
    })
    await t.throwsAsync(work, { instanceOf: MessageStoreError })
    t.is(commits, 1)
    await group.idle()
  }
})

test('the outcomes of commits are counted', async (t) => {
  const statistics = new CommitStatistics()
  let fails = false
  const commit = async () => {
    if (fails) throw new MessageStoreError('failed', 'no')
  }
  const group = new GroupCommit({ commit }, statistics)
  await group.run([change])
  fails = true
  await t.throwsAsync(group.run([change]))
  t.is(
    statistics.counts.reduce((sum, count) => sum + count),
    1,
  )
  t.is(statistics.failures, 1)
})

test.serial('the duration of a commit is counted in seconds', async (t) => {
  const { now } = performance
  t.teardown(() => {
    performance.now = now
  })
  let clockMs = 1_000
  performance.now = () => clockMs
  const statistics = new CommitStatistics()
  const commit = async () => {
    clockMs += 2_000
  }
  await new GroupCommit({ commit }, statistics).run([change])
  t.is(statistics.totalSeconds, 2)
})

test('15 changes share one commit of a store that takes two, 16 are divided', async (t) => {
  for (const [count, expected] of [
    [15, [15]],
    [16, [8, 8]],
    [17, [9, 8]],
  ] as const) {
    const { group, sizes } = openConcurrent()
    for (let each = 0; each < count; each++) void group.run([change])
    await turn()
    await turn()
    t.deepEqual(sizes(), [...expected])
  }
})
