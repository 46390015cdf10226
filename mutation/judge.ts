/** Runs the tests that reach a mutant, until one of them fails. */
import { readFileSync } from 'node:fs'
import type { TestFileCoverage } from './coverage-cache.ts'
import { findMarks, isMarked } from './marks.ts'
import { Kills, orderTests } from './order-tests.ts'
import { type SelectedTests, selectTests } from './select-tests.ts'
import type { LocatedMutant, RunTests } from './test-run.ts'

/** What became of a mutant. `timeout`: a test file ran much longer than without the mutant, which also kills it. `equivalent`: a comment in the source says so (`marks.ts`). */
export const fates = ['killed', 'timeout', 'survived', 'not covered', 'equivalent'] as const
export type Fate = (typeof fates)[number]

/** So many test files that start processes run together. */
const filesPerRun = 4

/** Returns what became of a mutant, judged by the tests that run the changed code, and adds the file that kills it to `kills`. */
export async function judge(
  mutant: LocatedMutant,
  byTestFile: ReadonlyMap<string, TestFileCoverage>,
  run: RunTests,
  kills = new Kills(),
): Promise<Fate> {
  if (isEquivalent(mutant)) return 'equivalent'
  const reaching = orderTests(selectTests(byTestFile, mutant.file, offsetOf(mutant)), mutant.file, kills)
  if (reaching.length === 0) return 'not covered'

  for (const group of groupTests(reaching)) {
    const { outcome } = await run(group.map(chosenTests), { mutant, timeoutMs: timeoutFor(group) })
    if (outcome === 'passed') continue
    if (group[0]) kills.add(mutant.file, group[0].testFile)
    return outcome === 'timeout' ? 'timeout' : 'killed'
  }
  return 'survived'
}

/** Returns an offset that runs when the mutant is reached. V8 counts `&&`, `||` and `??` as a part of their right side. */
function offsetOf({ kind, start }: LocatedMutant): number {
  return kind === 'operator' ? start - 1 : start
}

function chosenTests({ testFile, titles }: SelectedTests) {
  return { testFile, ...(titles && { titles }) }
}

/** Files that start no process run one by one and first; the most specific of the others runs alone, because it kills most mutants. */
function groupTests(reaching: readonly SelectedTests[]): SelectedTests[][] {
  const groups = reaching.filter((each) => each.isMeasuredByTest).map((each) => [each])
  const [first, ...others] = reaching.filter((each) => !each.isMeasuredByTest)
  if (first) groups.push([first])
  for (let at = 0; at < others.length; at += filesPerRun) groups.push(others.slice(at, at + filesPerRun))
  return groups
}

/** A loaded machine is slower than the one that measured the coverage, and so is a test that fails. */
function timeoutFor(group: readonly SelectedTests[]): number {
  const durationMs = group.reduce((sum, each) => sum + each.durationMs, 0)
  const isQuick = group.every((each) => each.isMeasuredByTest)
  return isQuick ? 4_000 + 6 * durationMs : 20_000 + 4 * durationMs
}

function isEquivalent(mutant: LocatedMutant): boolean {
  return findMarks(readFileSync(mutant.file, 'utf8')).some((mark) => isMarked(mark, mutant))
}
