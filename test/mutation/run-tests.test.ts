import test from 'ava'
import { runTestsIn } from '../../mutation/run-tests.ts'
import type { ChosenTests, LocatedMutant, RunTests, TestOutcome, TestRun } from '../../mutation/test-run.ts'

const file = 'src/shared/lib/time/clock.ts'
const mutant: LocatedMutant = { file, kind: 'constant', start: 5, end: 6, replacement: '2', line: 1, original: '1' }
const unitTest = 'test/shared/lib/text/unified-diff.test.ts'
const flow = 'test/flows/limits.test.ts'

const asFiles = (...testFiles: string[]): ChosenTests[] => testFiles.map((testFile) => ({ testFile }))

/** A test process whose runs end with the given outcomes; `asked` has what it was asked, and `end` for its ends. */
function scripted(outcomes: TestOutcome[]) {
  const asked: string[] = []
  const left = [...outcomes]
  return {
    asked,
    run: async ({ titles }: ChosenTests, run: TestRun) => {
      asked.push(`${run.mutant ? 'mutant' : 'control'}${titles ? ` with ${titles}` : ''}`)
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
    const { outcome } = await runTestsIn(testProcess)([{ testFile: 'test/mutation/judge.test.ts' }], {
      mutant,
      timeoutMs: 1,
    })
    t.is(outcome, expected)
    t.deepEqual(testProcess.asked, [...asked])
  })

test('test files that start processes run with ava, after the others', async (t) => {
  const testProcess = scripted([])
  const started: string[][] = []
  const withAva: RunTests = async (tests) => {
    started.push(
      tests.map(({ testFile }) => testFile),
      testProcess.asked,
    )
    return { outcome: 'failed', output: '', durationMs: 1 }
  }
  const run = runTestsIn(testProcess, withAva)
  t.is((await run(asFiles(flow, 'test/mutation/judge.test.ts', unitTest), { timeoutMs: 1 })).outcome, 'failed')
  t.deepEqual(started, [[flow, unitTest], ['control']])
})

test('chosen tests that fail without the mutant are judged with all tests of their file', async (t) => {
  const testProcess = scripted(['failed', 'failed', 'failed', 'failed', 'failed', 'passed'])
  const tests = { testFile: 'test/mutation/judge.test.ts', titles: ['second'] }
  t.is((await runTestsIn(testProcess)([tests], { mutant, timeoutMs: 1 })).outcome, 'failed')
  t.deepEqual(testProcess.asked, [
    ...['mutant with second', 'control with second', 'end', 'mutant with second', 'end', 'control with second'],
    ...['mutant', 'control'],
  ])
})
