/** The order in which test files judge a mutant: the files that most probably kill it, and quickly, come first. */
import { dirname } from 'node:path'

import type { TestFileCoverage } from './coverage-cache.ts'

/**
 * Sorts test files for mutants of a source file: first the file that mirrors it, then by the depth of the folder that
 * both share, then by duration. Flows come last.
 */
export function orderTests(
  byTestFile: ReadonlyMap<string, TestFileCoverage>,
  sourceFile: string,
): [testFile: string, coverage: TestFileCoverage][] {
  return [...byTestFile]
    .map(([testFile, coverage]) => ({ testFile, coverage, rank: rankOf(testFile, sourceFile) }))
    .sort((a, b) => b.rank - a.rank || a.coverage.durationMs - b.coverage.durationMs)
    .map(({ testFile, coverage }) => [testFile, coverage])
}

function rankOf(testFile: string, sourceFile: string): number {
  if (testFile.startsWith('test/flows/')) return -1
  const mirror = sourceFile.replace(/^src/, 'test').replace(/\.ts$/, '.test.ts')
  if (testFile === mirror) return Number.POSITIVE_INFINITY
  const [ours, theirs] = [dirname(testFile).split('/'), dirname(mirror).split('/')]
  const differsAt = ours.findIndex((folder, depth) => folder !== theirs[depth])
  return differsAt === -1 ? ours.length : differsAt
}
