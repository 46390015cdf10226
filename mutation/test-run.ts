/** One run of test files, as the processes that do it are asked and answer. */
import type { Mutant } from './mutants.ts'
import type { Coverage } from './v8-coverage.ts'

export interface LocatedMutant extends Mutant {
  file: string
}

/** `timeout`: the files took longer than allowed and were ended. */
export type TestOutcome = 'passed' | 'failed' | 'timeout'

/** A test file, and the titles of those of its tests that are to run; all of them without titles. */
export interface ChosenTests {
  testFile: string
  titles?: readonly string[]
}

export interface TestRun {
  mutant?: LocatedMutant
  measuresCoverage?: boolean
  /** Of a run without a mutant: the file whose importers are loaded anew. All modules without it. */
  changedFile?: string
  timeoutMs: number
}

/** The parts of `src` and `test` that one test of a file ran, and how long it took. */
export interface TestCoverage {
  title: string
  covered: Coverage
  durationMs: number
}

export interface TestResult {
  outcome: TestOutcome
  /** What the tests printed, or the first failure. */
  output: string
  durationMs: number
  /** The parts of `src` and `test` that ran, when they were to be measured; without those of `tests`. */
  covered?: Coverage
  /** Measured for test files that start no process. */
  tests?: TestCoverage[]
}

/** Runs test files until the first failure. Rejects only when no process can be started. */
export type RunTests = (tests: readonly ChosenTests[], run: TestRun) => Promise<TestResult>
