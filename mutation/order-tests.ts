/** The order in which test files judge a mutant: the files that most probably kill it, and quickly, come first. */
import { dirname } from 'node:path'

/** How many mutants of a source file each test file has killed so far. */
export class Kills {
  readonly #counts = new Map<string, number>()

  add(sourceFile: string, testFile: string): void {
    this.#counts.set(keyOf(sourceFile, testFile), this.count(sourceFile, testFile) + 1)
  }

  count(sourceFile: string, testFile: string): number {
    return this.#counts.get(keyOf(sourceFile, testFile)) ?? 0
  }
}

function keyOf(sourceFile: string, testFile: string): string {
  return `${sourceFile}\n${testFile}`
}

/**
 * Sorts test files for mutants of a source file: first the file that mirrors it, then those that killed most of its mutants in the
 * shortest time, then by the depth of the folder that both share, then by duration. Flows come last.
 */
export function orderTests<T extends { testFile: string; durationMs: number }>(
  tests: readonly T[],
  sourceFile: string,
  kills: Kills,
): T[] {
  const ranked = tests.map((each) => ({
    each,
    rank: rankOf(each.testFile, sourceFile),
    killsPerMs: kills.count(sourceFile, each.testFile) / (each.durationMs + 1),
  }))
  const isSpecial = (rank: number) => rank === mirrorRank || rank === flowRank
  return ranked
    .sort((a, b) => {
      if (isSpecial(a.rank) || isSpecial(b.rank)) return b.rank - a.rank || a.each.durationMs - b.each.durationMs
      return b.killsPerMs - a.killsPerMs || b.rank - a.rank || a.each.durationMs - b.each.durationMs
    })
    .map(({ each }) => each)
}

const mirrorRank = 1_000
const flowRank = -1

function rankOf(testFile: string, sourceFile: string): number {
  if (testFile.startsWith('test/flows/')) return flowRank
  const mirror = sourceFile.replace(/^src/, 'test').replace(/\.ts$/, '.test.ts')
  if (testFile === mirror) return mirrorRank
  const [ours, theirs] = [dirname(testFile).split('/'), dirname(mirror).split('/')]
  const differsAt = ours.findIndex((folder, depth) => folder !== theirs[depth])
  return differsAt === -1 ? ours.length : differsAt
}
