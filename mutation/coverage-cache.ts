/** Keeps the coverage of test files between runs, until the test or a file that it ran changes. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TestCoverage } from './test-run.ts'
import type { Coverage } from './v8-coverage.ts'

/** The parts of the source that a test file ran, and how long it took. */
export interface TestFileCoverage {
  /** Without what only `tests` ran. */
  covered: Coverage
  durationMs: number
  /** For each test, where the tests of the file were measured one by one. */
  tests?: readonly TestCoverage[]
}

interface CacheEntry extends TestFileCoverage {
  /** SHA-256 of each file that ran, by its path. */
  digests: Record<string, string>
}

const defaultFolder = join('node_modules', '.cache', 'mutation-coverage')

/** Returns the coverage of a test file when no file that it ran has changed since. */
export function findCachedCoverage(testFile: string, folder = defaultFolder): TestFileCoverage | undefined {
  const cached = cacheFile(testFile, folder)
  if (!existsSync(cached)) return undefined
  const { digests, ...coverage } = JSON.parse(readFileSync(cached, 'utf8')) as CacheEntry
  const isCurrent = Object.entries(digests).every(([file, digest]) => existsSync(file) && digestOf(file) === digest)
  return isCurrent ? coverage : undefined
}

export function cacheCoverage(testFile: string, coverage: TestFileCoverage, folder = defaultFolder): void {
  const covered = [coverage, ...(coverage.tests ?? [])].flatMap((each) => Object.keys(each.covered))
  const files = [...new Set([testFile, ...covered])].filter((file) => existsSync(file))
  const digests = Object.fromEntries(files.map((file) => [file, digestOf(file)]))
  mkdirSync(folder, { recursive: true })
  writeFileSync(cacheFile(testFile, folder), JSON.stringify({ ...coverage, digests } satisfies CacheEntry))
}

function cacheFile(testFile: string, folder: string): string {
  return join(folder, `${createHash('sha256').update(resolve(testFile)).digest('hex')}.json`)
}

function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
