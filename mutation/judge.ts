/** Runs the tests that reach a mutant, until one of them fails. */
import { readFileSync } from 'node:fs'

import type { TestFileCoverage } from './coverage-cache.ts'
import { equivalents } from './equivalents/index.ts'
import { orderTests } from './order-tests.ts'
import type { LocatedMutant, RunTests } from './test-run.ts'
import { isCovered } from './v8-coverage.ts'

/** What became of a mutant. `timeout`: a test file ran much longer than without the mutant, which also kills it. */
export const fates = ['killed', 'timeout', 'survived', 'not covered', 'equivalent'] as const
export type Fate = (typeof fates)[number]

/** After the first test file, so many are run together. */
const filesPerRun = 4

/** Returns what became of a mutant, judged by the test files that run the changed code. */
export async function judge(
  mutant: LocatedMutant,
  byTestFile: ReadonlyMap<string, TestFileCoverage>,
  run: RunTests,
): Promise<Fate> {
  if (isEquivalent(mutant)) return 'equivalent'
  const reaching = orderTests(byTestFile, mutant.file).filter(([, { covered }]) =>
    isCovered(covered, mutant.file, offsetOf(mutant)),
  )
  if (reaching.length === 0) return 'not covered'

  for (const group of groupTests(reaching)) {
    const testFiles = group.map(([testFile]) => testFile)
    const { outcome } = await run(testFiles, { mutant, timeoutMs: timeoutFor(group) })
    if (outcome !== 'passed') return outcome === 'timeout' ? 'timeout' : 'killed'
  }
  return 'survived'
}

/** Returns an offset that runs when the mutant is reached. V8 counts `&&`, `||` and `??` as a part of their right side. */
function offsetOf({ kind, start }: LocatedMutant): number {
  return kind === 'operator' ? start - 1 : start
}

/** The most specific file runs alone, because it kills most mutants. */
function groupTests<T>([first, ...others]: readonly T[]): T[][] {
  const groups: T[][] = first === undefined ? [] : [[first]]
  for (let at = 0; at < others.length; at += filesPerRun) groups.push(others.slice(at, at + filesPerRun))
  return groups
}

/** A loaded machine is slower than the one that measured the coverage, and so is a test that fails. */
function timeoutFor(group: readonly [string, TestFileCoverage][]): number {
  const durationMs = group.reduce((sum, [, coverage]) => sum + coverage.durationMs, 0)
  return 20_000 + 4 * durationMs
}

function isEquivalent(mutant: LocatedMutant): boolean {
  const line = readFileSync(mutant.file, 'utf8').split('\n')[mutant.line - 1]?.trim()
  return equivalents.some(
    (each) =>
      each.file === mutant.file &&
      each.line === line &&
      (each.kind ?? mutant.kind) === mutant.kind &&
      (each.replacement ?? mutant.replacement) === mutant.replacement,
  )
}
