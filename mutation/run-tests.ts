/**
 * Runs test files: those that start no process in one long-lived process, where a file takes a tenth of a second, and the others
 * with ava.
 */
import { isUnitTest } from '../test/groups/kinds-of-tests.ts'

import { runWithAva } from './run-with-ava.ts'
import type { TestProcess } from './test-process.ts'
import type { RunTests, TestResult, TestRun } from './test-run.ts'

/** Returns a function that runs test files until one of them does not pass. The caller ends the process. */
export function runTestsIn(testProcess: Pick<TestProcess, 'run' | 'end'>, withAva = runWithAva): RunTests {
  return async (testFiles, run) => {
    let result: TestResult = { outcome: 'passed', output: '', durationMs: 0 }
    for (const testFile of testFiles.filter(isUnitTest)) {
      result = run.mutant ? await judgeFile(testProcess, testFile, run) : await testProcess.run(testFile, run)
      if (result.outcome !== 'passed') return result
    }
    const others = testFiles.filter((testFile) => !isUnitTest(testFile))
    return others.length === 0 ? result : await withAva(others, run)
  }
}

/**
 * An earlier mutant may have left something behind. So a failure counts when the file passes without the mutant: right after it in the
 * same process or, when the mutant fails there as well, in a fresh one.
 */
async function judgeFile(
  testProcess: Pick<TestProcess, 'run' | 'end'>,
  testFile: string,
  run: TestRun,
): Promise<TestResult> {
  const { timeoutMs } = run
  const first = await testProcess.run(testFile, run)
  if (first.outcome === 'passed') return first
  if (first.outcome === 'failed' && (await testProcess.run(testFile, { timeoutMs })).outcome === 'passed')
    return first
  testProcess.end()
  const second = await testProcess.run(testFile, run)
  if (second.outcome === 'passed') return second
  testProcess.end()
  const { outcome } = await testProcess.run(testFile, { timeoutMs })
  return outcome === 'passed' ? second : { ...second, outcome: 'passed', output: 'fails without the mutant' }
}
