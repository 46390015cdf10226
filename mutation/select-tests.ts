/** The tests that run a change, from the coverage of the test files. */
import type { TestFileCoverage } from './coverage-cache.ts'
import type { ChosenTests } from './test-run.ts'
import { isCovered } from './v8-coverage.ts'

export interface SelectedTests extends ChosenTests {
  /** How long the tests took without a mutant, with the load of their file. */
  durationMs: number
  /** Whether the tests of the file were measured one by one, as those that start no process are. */
  isMeasuredByTest: boolean
}

/** Returns the tests of each file that run the code at an offset: all, when it runs while the file is loaded or in its hooks. */
export function selectTests(
  byTestFile: ReadonlyMap<string, TestFileCoverage>,
  sourceFile: string,
  offset: number,
): SelectedTests[] {
  return [...byTestFile].flatMap(([testFile, { covered, durationMs, tests }]): SelectedTests[] => {
    const isMeasuredByTest = tests !== undefined
    if (isCovered(covered, sourceFile, offset)) return [{ testFile, durationMs, isMeasuredByTest }]
    const [chosen, others] = partition(tests ?? [], (each) => isCovered(each.covered, sourceFile, offset))
    if (chosen.length === 0) return []
    const titles = chosen.map(({ title }) => title)
    const savedMs = others.reduce((sum, each) => sum + each.durationMs, 0)
    return [{ testFile, titles, durationMs: Math.max(0, durationMs - savedMs), isMeasuredByTest }]
  })
}

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  const first: T[] = []
  const second: T[] = []
  for (const item of items) (isFirst(item) ? first : second).push(item)
  return [first, second]
}
