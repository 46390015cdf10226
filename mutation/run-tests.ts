/**
 * Runs test files: those that start no process in one long-lived process, where a file takes a tenth of a second, and the others
 * with ava.
 */
import { isUnitTest } from '../test/groups/kinds-of-tests.ts'
import { runWithAva } from './run-with-ava.ts'
import type { TestProcess } from './test-process.ts'
import type { ChosenTests, RunTests, TestResult, TestRun } from './test-run.ts'

/** Returns a function that runs tests until one of them does not pass. The caller ends the process. */
export function runTestsIn(testProcess: Pick<TestProcess, 'run' | 'end'>, withAva = runWithAva): RunTests {
  return async (tests, run) => {
    let result: TestResult = { outcome: 'passed', output: '', durationMs: 0 }
    for (const each of tests.filter(({ testFile }) => isUnitTest(testFile))) {
      result = run.mutant ? await judgeTests(testProcess, each, run) : await testProcess.run(each, run)
      if (result.outcome !== 'passed') return result
    }
    const others = tests.filter(({ testFile }) => !isUnitTest(testFile))
    return others.length === 0 ? result : await withAva(others, run)
  }
}

/**
 * An earlier mutant may have left something behind. So a failure counts when the tests pass without the mutant: right after it in the
 * same process or, when the mutant fails there as well, in a fresh one. Chosen tests that fail without the mutant need the others of
 * their file, which then runs as a whole.
 */
async function judgeTests(
  testProcess: Pick<TestProcess, 'run' | 'end'>,
  tests: ChosenTests,
  run: TestRun,
): Promise<TestResult> {
  const { timeoutMs, mutant } = run
  const control = { timeoutMs, ...(mutant && { changedFile: mutant.file }) }
  const first = await testProcess.run(tests, run)
  if (first.outcome === 'passed') return first
  if (first.outcome === 'failed' && (await testProcess.run(tests, control)).outcome === 'passed') return first
  testProcess.end()
  const second = await testProcess.run(tests, run)
  if (second.outcome === 'passed') return second
  testProcess.end()
  const { outcome } = await testProcess.run(tests, control)
  if (outcome === 'passed') return second
  if (tests.titles) return await judgeTests(testProcess, { testFile: tests.testFile }, run)
  return { ...second, outcome: 'passed', output: 'fails without the mutant' }
}
