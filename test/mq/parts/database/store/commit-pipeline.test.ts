import { syncBuiltinESMExports } from 'node:module'
import { mock } from 'node:test'
import test, { type ExecutionContext } from 'ava'
import { CommitPipeline, isUnanswered } from '../../../../../src/mq/parts/database/store/commit-pipeline.ts'
import type { PostgresConnection } from '../../../../../src/shared/lib/postgres/postgres-connection.ts'
import { PostgresError } from '../../../../../src/shared/lib/postgres/postgres-error.ts'
import { eventually } from '../../../../_support/eventually.ts'

const noAnswer = () => new PostgresError('failed', 'the connection ended before the answer', { cause: new Error() })
const full = () => new PostgresError('full', 'the disk of the database is full')

/** What the database does with one statement. */
type Step = 'apply' | 'applyWithoutAnswer' | PostgresError

/**
 * A database that answers the statements in their order, each as the next step says; `apply` when there are no more. It
 * has the numbers of the applied commits, and `sent` has the numbers of all statements with those before them.
 */
function open(steps: Step[] = [], maxOutageMs = 60_000) {
  const stored: number[] = []
  const sent: string[] = []
  const losses: string[] = []
  const database = { fence: 1 }
  let turn: Promise<unknown> = Promise.resolve()
  const connection: PostgresConnection = {
    query(_, [fence, number, previous]) {
      sent.push(`${number} after ${previous}`)
      const answer = turn.then(async () => {
        await new Promise(setImmediate)
        const step = steps.shift() ?? 'apply'
        if (step instanceof PostgresError) throw step
        const outcome = apply(fence as number, number as number, previous as number)
        if (step === 'applyWithoutAnswer') throw noAnswer()
        return [{ outcome }]
      })
      turn = answer.catch(() => undefined)
      return answer
    },
    close: async () => {},
  }
  function apply(fence: number, number: number, previous: number): string {
    if (fence !== database.fence) return 'fenced'
    const last = stored.at(-1) ?? 0
    if (last === previous) stored.push(number)
    else if (last < number) return 'skipped'
    return 'committed'
  }
  const pipeline: CommitPipeline = new CommitPipeline({
    connection,
    schema: 'qm',
    fence: 1,
    lastCommit: 0,
    maxOutageMs,
    lose(reason) {
      losses.push(reason)
      const error = new Error(reason)
      pipeline.fail(error)
      return error
    },
  })
  const commit = (count: number) =>
    Promise.allSettled(Array.from({ length: count }, () => pipeline.commit({}))).then((outcomes) =>
      outcomes.map(({ status }) => status),
    )
  return { pipeline, commit, stored, sent, losses, database }
}

test('sends commits before earlier ones are answered, each with the number of the one before', async (t) => {
  const { commit, sent, stored } = open()
  const outcomes = commit(3)
  t.deepEqual(sent, ['1 after 0', '2 after 1', '3 after 2'])
  t.deepEqual(await outcomes, ['fulfilled', 'fulfilled', 'fulfilled'])
  t.deepEqual(stored, [1, 2, 3])
})

test('after a failed commit, the later ones follow the last one that was stored, with new numbers', async (t) => {
  const { commit, sent, stored } = open(['apply', full()])
  t.deepEqual(await commit(4), ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  t.deepEqual(sent.slice(4), ['5 after 1', '6 after 5'])
  t.deepEqual(stored, [1, 5, 6])
})

test('commits without an answer are sent again with their numbers, and are stored once', async (t) => {
  const { commit, sent, stored } = open(['applyWithoutAnswer', noAnswer(), noAnswer()])
  t.deepEqual(await commit(3), ['fulfilled', 'fulfilled', 'fulfilled'])
  t.deepEqual(sent.slice(3), ['1 after 0', '2 after 1', '3 after 2'])
  t.deepEqual(stored, [1, 2, 3])
})

test('a commit that may have been stored is never reported as failed', async (t) => {
  const { commit, stored } = open(['applyWithoutAnswer', full()])
  t.deepEqual(await commit(1), ['fulfilled'])
  t.deepEqual(stored, [1])
})

test('a commit that fails before an answer of a later one is lost does not come back', async (t) => {
  const { commit, stored } = open([full(), noAnswer(), noAnswer()])
  t.deepEqual(await commit(3), ['rejected', 'fulfilled', 'fulfilled'])
  t.is(stored.length, 2)
  t.false(stored.includes(1))
})

test('commits that come during an outage wait for it, in order', async (t) => {
  const { commit, sent, stored } = open([noAnswer()])
  const first = commit(1)
  await eventually(async () => sent.length === 1 || undefined)
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  const later = commit(2)
  await Promise.all([first, later])
  t.deepEqual(sent, ['1 after 0', '1 after 0', '2 after 1', '3 after 2'])
  t.deepEqual(stored, [1, 2, 3])
})

test('after a takeover, all commits are rejected', async (t) => {
  const { commit, database, losses, stored } = open()
  database.fence = 2
  t.deepEqual(await commit(2), ['rejected', 'rejected'])
  t.deepEqual(await commit(1), ['rejected'])
  t.deepEqual([...new Set(losses)], ['another instance of the queue manager has become active'])
  t.deepEqual(stored, [])
})

test('an outage that lasts too long loses the store', async (t) => {
  const { commit, losses } = open(Array.from({ length: 9 }, noAnswer), 0)
  t.deepEqual(await commit(2), ['rejected', 'rejected'])
  t.deepEqual(losses, ['the connection ended before the answer'])
})

test('a database that has lost confirmed commits loses the store', async (t) => {
  const { commit, losses, stored } = open()
  await commit(3)
  stored.pop()
  t.deepEqual(await commit(2), ['rejected', 'rejected'])
  t.is(losses.length, 1)
  t.regex(String(losses), /lost commits that it had confirmed: a standby without synchronous_commit was promoted/)
})

/** Lets `performance.now` return the time of this clock until the test ends. The test must be serial. */
function setClock(t: ExecutionContext, clockMs: () => number): void {
  const { now } = performance
  performance.now = clockMs
  t.teardown(() => {
    performance.now = now
  })
}

test.serial('an outage may last as long as allowed, and not longer', async (t) => {
  const { commit, losses, sent } = open(Array.from({ length: 9 }, noAnswer), 1_000)
  setClock(t, () => [0, 1_000, 1_001][sent.length - 1] ?? 0)
  t.deepEqual(await commit(1), ['rejected'])
  t.deepEqual([losses.length, sent.length], [1, 3])
})

test.serial('the time of an outage begins anew after an answer', async (t) => {
  const { commit, losses } = open([noAnswer(), 'apply', noAnswer()], 1_000)
  let clockMs = 0
  setClock(t, () => clockMs)
  await commit(1)
  clockMs = 5_000
  t.deepEqual(await commit(1), ['fulfilled'])
  t.deepEqual(losses, [])
})

test('a commit that was skipped after a lost answer was not stored, so its next failure is reported', async (t) => {
  const { commit, stored, sent } = open([full(), noAnswer(), 'apply', full()])
  t.deepEqual(await commit(2), ['rejected', 'rejected'])
  t.deepEqual(sent, ['1 after 0', '2 after 1', '2 after 1', '3 after 0'])
  t.deepEqual(stored, [])
})

test.serial('a statement without an answer is sent again after 100 ms', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  syncBuiltinESMExports()
  t.teardown(() => {
    mock.timers.reset()
    syncBuiltinESMExports()
  })
  const { commit, sent } = open([noAnswer()])
  const outcomes = commit(1)
  const sentAfter = async (milliseconds: number) => {
    mock.timers.tick(milliseconds)
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
    return sent.length
  }
  t.is(await sentAfter(0), 1)
  t.is(await sentAfter(99), 1)
  t.is(await sentAfter(1), 2)
  t.deepEqual(await outcomes, ['fulfilled'])
})

test('only an error of the connection leaves a statement without an answer', (t) => {
  const sqlState = (code: string) => Object.assign(new Error('text'), { code })
  for (const [error, expected] of [
    [new PostgresError('unavailable', 'text'), true],
    [noAnswer(), true],
    [new PostgresError('failed', 'text', { cause: sqlState('57P01') }), true],
    [new PostgresError('failed', 'text', { cause: sqlState('23505') }), false],
    [full(), false],
    [new PostgresError('closed', 'text'), false],
    [Object.assign(new Error('text'), { code: 'unavailable' }), false],
    [Object.assign(new Error('text'), { code: 'failed', cause: new Error() }), false],
  ] as const)
    t.is(isUnanswered(error), expected)
})
