import test from 'ava'

import type { TestFileCoverage } from '../../mutation/coverage-cache.ts'
import { judge } from '../../mutation/judge.ts'
import type { RunTests, TestOutcome } from '../../mutation/test-run.ts'

const file = 'src/lib/time/clock.ts'
const mutant = { file, kind: 'constant', start: 5, end: 6, replacement: '2', line: 1, original: '1' }

const reached = (durationMs: number): TestFileCoverage => ({ covered: { [file]: [[0, 10]] }, durationMs })
const missed: TestFileCoverage = { covered: { [file]: [[10, 20]] }, durationMs: 1 }

/** Test files that pass, except those named; `runs` has the files of each run. */
function runner(outcomes: Record<string, TestOutcome> = {}): { run: RunTests; runs: string[][] } {
  const runs: string[][] = []
  const run: RunTests = async (testFiles) => {
    runs.push([...testFiles])
    const outcome = testFiles.map((each) => outcomes[each]).find((each) => each !== undefined) ?? 'passed'
    return { outcome, output: '', durationMs: 1 }
  }
  return { run, runs }
}

test('the mirrored test file runs first, then the nearest folders, the quick files, and the flows', async (t) => {
  const { run, runs } = runner()
  const coverage = new Map([
    ['test/flows/limits.test.ts', reached(1)],
    ['test/oauth/slow.test.ts', reached(9)],
    ['test/oauth/quick.test.ts', reached(2)],
    ['test/lib/time/other.test.ts', reached(50)],
    ['test/lib/time/missed.test.ts', missed],
    ['test/lib/time/clock.test.ts', reached(99)],
    ['test/lib/files.test.ts', reached(60)],
  ])
  t.is(await judge(mutant, coverage, run), 'survived')
  t.deepEqual(runs, [
    ['test/lib/time/clock.test.ts'],
    [
      'test/lib/time/other.test.ts',
      'test/lib/files.test.ts',
      'test/oauth/quick.test.ts',
      'test/oauth/slow.test.ts',
    ],
    ['test/flows/limits.test.ts'],
  ])
})

for (const [outcome, fate] of [
  ['failed', 'killed'],
  ['timeout', 'timeout'],
] as const) {
  test(`the first run that ends with ${outcome} makes the mutant ${fate}`, async (t) => {
    const { run, runs } = runner({ 'test/lib/time/clock.test.ts': outcome })
    const coverage = new Map([
      ['test/lib/time/clock.test.ts', reached(1)],
      ['test/lib/time/other.test.ts', reached(1)],
    ])
    t.is(await judge(mutant, coverage, run), fate)
    t.is(runs.length, 1)
  })
}

test('a mutant that no test file reaches is not covered, and nothing runs', async (t) => {
  const { run, runs } = runner()
  t.is(await judge(mutant, new Map([['test/lib/time/clock.test.ts', missed]]), run), 'not covered')
  t.deepEqual(runs, [])
})

test('a test file that never runs the right side of "??" still reaches its change', async (t) => {
  const operator = { ...mutant, kind: 'operator', start: 10, end: 12, replacement: '&&', original: '??' }
  const coverage = new Map([['test/lib/time/left.test.ts', reached(1)]])
  const { run } = runner({ 'test/lib/time/left.test.ts': 'failed' })
  t.is(await judge(operator, coverage, run), 'killed')
})
