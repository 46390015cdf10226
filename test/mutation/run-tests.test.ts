import test from 'ava'

import { runTestsIn } from '../../mutation/run-tests.ts'
import type { LocatedMutant, RunTests, TestOutcome, TestRun } from '../../mutation/test-run.ts'

const file = 'src/lib/time/clock.ts'
const mutant: LocatedMutant = {
  file,
  kind: 'constant',
  start: 5,
  end: 6,
  replacement: '2',
  line: 1,
  original: '1',
}
const unitTest = 'test/lib/text/unified-diff.test.ts'
const flow = 'test/flows/limits.test.ts'

/** A test process whose runs end with the given outcomes; `asked` has what it was asked, and `end` for its ends. */
function scripted(outcomes: TestOutcome[]) {
  const asked: string[] = []
  const left = [...outcomes]
  return {
    asked,
    run: async (_testFile: string, run: TestRun) => {
      asked.push(run.mutant ? 'mutant' : 'control')
      return { outcome: left.shift() ?? 'passed', output: '', durationMs: 1 }
    },
    end: () => {
      asked.push('end')
    },
  }
}

for (const { title, outcomes, asked, expected } of [
  { title: 'that passes', outcomes: ['passed'], asked: ['mutant'], expected: 'passed' },
  {
    title: 'that fails and passes without the mutant',
    outcomes: ['failed', 'passed'],
    asked: ['mutant', 'control'],
    expected: 'failed',
  },
  {
    title: 'that fails because of an earlier mutant',
    outcomes: ['failed', 'failed', 'passed'],
    asked: ['mutant', 'control', 'end', 'mutant'],
    expected: 'passed',
  },
  {
    title: 'that hangs with the mutant only',
    outcomes: ['timeout', 'timeout', 'passed'],
    asked: ['mutant', 'end', 'mutant', 'end', 'control'],
    expected: 'timeout',
  },
  {
    title: 'that always fails',
    outcomes: ['failed', 'failed', 'failed', 'failed'],
    asked: ['mutant', 'control', 'end', 'mutant', 'end', 'control'],
    expected: 'passed',
  },
] as const)
  test(`a test file ${title} is judged ${expected}`, async (t) => {
    const testProcess = scripted([...outcomes])
    const { outcome } = await runTestsIn(testProcess)(['test/mutation/judge.test.ts'], {
      mutant,
      timeoutMs: 1,
    })
    t.is(outcome, expected)
    t.deepEqual(testProcess.asked, [...asked])
  })

test('test files that start processes run with ava, after the others', async (t) => {
  const testProcess = scripted([])
  const started: string[][] = []
  const withAva: RunTests = async (testFiles) => {
    started.push([...testFiles], testProcess.asked)
    return { outcome: 'failed', output: '', durationMs: 1 }
  }
  const run = runTestsIn(testProcess, withAva)
  t.is((await run([flow, 'test/mutation/judge.test.ts', unitTest], { timeoutMs: 1 })).outcome, 'failed')
  t.deepEqual(started, [[flow, unitTest], ['control']])
})
