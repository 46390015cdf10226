/** One run of test files, as the processes that do it are asked and answer. */
import type { Mutant } from './mutants.ts'
import type { Coverage } from './v8-coverage.ts'

export interface LocatedMutant extends Mutant {
  file: string
}

/** `timeout`: the files took longer than allowed and were ended. */
export type TestOutcome = 'passed' | 'failed' | 'timeout'

export interface TestRun {
  mutant?: LocatedMutant
  measuresCoverage?: boolean
  timeoutMs: number
}

export interface TestResult {
  outcome: TestOutcome
  /** What the tests printed, or the first failure. */
  output: string
  durationMs: number
  /** The parts of `src` and `test` that ran, when they were to be measured. */
  covered?: Coverage
}

/** Runs test files until the first failure. Rejects only when no process can be started. */
export type RunTests = (testFiles: readonly string[], run: TestRun) => Promise<TestResult>
