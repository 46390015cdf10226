import test from 'ava'
import { GroupCommit } from '../../../../src/mq/manager/store/group-commit.ts'
import { CommitStatistics, commitDurationBoundsSeconds } from '../../../../src/mq/manager/types/commit-statistics.ts'

test('counts each duration in its interval, and those above every bound', (t) => {
  const meter = new CommitStatistics()
  for (const seconds of [0, 0.0005, 0.0006, 5, 6]) meter.recordSuccess(seconds)
  t.is(meter.counts.length, commitDurationBoundsSeconds.length + 1)
  t.deepEqual([meter.counts[0], meter.counts[1], meter.counts.at(-2), meter.counts.at(-1)], [2, 1, 1, 1])
  t.is(meter.totalSeconds.toFixed(4), '11.0011')
})

test('counts the commits of a group that succeed, and those that fail', async (t) => {
  const meter = new CommitStatistics()
  let isBroken = false
  const commit = async () => {
    if (isBroken) throw new Error('the disk is full')
  }
  const group = new GroupCommit({ commit }, meter)
  await group.run([])
  isBroken = true
  await t.throwsAsync(group.run([]), { message: 'the disk is full' })
  isBroken = false
  await group.run([])
  t.is(
    meter.counts.reduce((sum, count) => sum + count, 0),
    2,
  )
  t.is(meter.failures, 1)
})
