import test from 'ava'
import type { TestFileCoverage } from '../../mutation/coverage-cache.ts'
import { judge } from '../../mutation/judge.ts'
import { Kills } from '../../mutation/order-tests.ts'
import type { ChosenTests, RunTests, TestOutcome } from '../../mutation/test-run.ts'

const file = 'src/shared/lib/time/clock.ts'
const mutant = { file, kind: 'constant', start: 5, end: 6, replacement: '2', line: 1, original: '1' }

const reached = (durationMs: number): TestFileCoverage => ({ covered: { [file]: [[0, 10]] }, durationMs })
const missed: TestFileCoverage = { covered: { [file]: [[10, 20]] }, durationMs: 1 }

/** A test file of 100 ms whose tests were measured one by one; `one` and `three` reach the mutant. */
const measuredByTest: TestFileCoverage = {
  ...missed,
  durationMs: 100,
  tests: [
    { title: 'one', covered: { [file]: [[5, 6]] }, durationMs: 10 },
    { title: 'two', covered: { [file]: [[6, 7]] }, durationMs: 60 },
    { title: 'three', covered: { [file]: [[0, 9]] }, durationMs: 20 },
  ],
}

/** Test files that pass, except those named; `runs` has the files of each run. */
function runner(outcomes: Record<string, TestOutcome> = {}): { run: RunTests; runs: string[][] } {
  const runs: string[][] = []
  const run: RunTests = async (tests) => {
    const testFiles = tests.map(({ testFile }) => testFile)
    runs.push(testFiles)
    const outcome = testFiles.map((each) => outcomes[each]).find((each) => each !== undefined) ?? 'passed'
    return { outcome, output: '', durationMs: 1 }
  }
  return { run, runs }
}

test('the mirrored test file runs first, then the nearest folders, the quick files, and the flows', async (t) => {
  const { run, runs } = runner()
  const coverage = new Map([
    ['test/flows/limits.test.ts', reached(1)],
    ['test/gateway/oauth/slow.test.ts', reached(9)],
    ['test/gateway/oauth/quick.test.ts', reached(2)],
    ['test/shared/lib/time/other.test.ts', reached(50)],
    ['test/shared/lib/time/missed.test.ts', missed],
    ['test/shared/lib/time/clock.test.ts', reached(99)],
    ['test/shared/lib/files.test.ts', reached(60)],
  ])
  t.is(await judge(mutant, coverage, run), 'survived')
  t.deepEqual(runs, [
    ['test/shared/lib/time/clock.test.ts'],
    [
      'test/shared/lib/time/other.test.ts',
      'test/shared/lib/files.test.ts',
      'test/gateway/oauth/quick.test.ts',
      'test/gateway/oauth/slow.test.ts',
    ],
    ['test/flows/limits.test.ts'],
  ])
})

for (const [outcome, fate] of [
  ['failed', 'killed'],
  ['timeout', 'timeout'],
] as const) {
  test(`the first run that ends with ${outcome} makes the mutant ${fate}`, async (t) => {
    const { run, runs } = runner({ 'test/shared/lib/time/clock.test.ts': outcome })
    const coverage = new Map([
      ['test/shared/lib/time/clock.test.ts', reached(1)],
      ['test/shared/lib/time/other.test.ts', reached(1)],
    ])
    t.is(await judge(mutant, coverage, run), fate)
    t.is(runs.length, 1)
  })
}

test('a mutant that no test file reaches is not covered, and nothing runs', async (t) => {
  const { run, runs } = runner()
  t.is(await judge(mutant, new Map([['test/shared/lib/time/clock.test.ts', missed]]), run), 'not covered')
  t.deepEqual(runs, [])
})

test('a test file that never runs the right side of "??" still reaches its change', async (t) => {
  const operator = { ...mutant, kind: 'operator', start: 10, end: 12, replacement: '&&', original: '??' }
  const coverage = new Map([['test/shared/lib/time/left.test.ts', reached(1)]])
  const { run } = runner({ 'test/shared/lib/time/left.test.ts': 'failed' })
  t.is(await judge(operator, coverage, run), 'killed')
})

test('of a file whose tests were measured one by one, those that reach the mutant run', async (t) => {
  const runs: [readonly ChosenTests[], number][] = []
  const run: RunTests = async (tests, { timeoutMs }) => {
    runs.push([tests, timeoutMs])
    return { outcome: 'passed', output: '', durationMs: 1 }
  }
  const testFile = 'test/shared/lib/time/clock.test.ts'
  t.is(await judge(mutant, new Map([[testFile, measuredByTest]]), run), 'survived')
  t.deepEqual(runs, [[[{ testFile, titles: ['one', 'three'] }], 4_000 + 6 * 40]])
})

test('a change that runs while a file is loaded is judged by all of its tests', async (t) => {
  const runs: (readonly ChosenTests[])[] = []
  const run: RunTests = async (tests) => {
    runs.push(tests)
    return { outcome: 'failed', output: '', durationMs: 1 }
  }
  const testFile = 'test/shared/lib/time/clock.test.ts'
  const loaded = { ...measuredByTest, covered: { [file]: [[0, 6]] as const } }
  t.is(await judge(mutant, new Map([[testFile, loaded]]), run), 'killed')
  t.deepEqual(runs, [[{ testFile }]])
})

test('a file that has killed mutants of the same source runs before a nearer one', async (t) => {
  const { run, runs } = runner({ 'test/gateway/oauth/far.test.ts': 'failed' })
  const coverage = new Map([
    ['test/shared/lib/time/near.test.ts', { ...measuredByTest, ...reached(1) }],
    ['test/gateway/oauth/far.test.ts', { ...measuredByTest, ...reached(1) }],
  ])
  const kills = new Kills()
  t.is(await judge(mutant, coverage, run, kills), 'killed')
  t.is(await judge(mutant, coverage, run, kills), 'killed')
  t.deepEqual(runs, [
    ['test/shared/lib/time/near.test.ts'],
    ['test/gateway/oauth/far.test.ts'],
    ['test/gateway/oauth/far.test.ts'],
  ])
})
