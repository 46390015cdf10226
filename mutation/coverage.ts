/** Which test files run which parts of the source, measured once with V8's own coverage and kept in a cache. */
import { cacheCoverage, findCachedCoverage, type TestFileCoverage } from './coverage-cache.ts'
import type { RunTests } from './test-run.ts'

/** The coverage of each test file that passes, and the test files that fail without a mutant. */
export interface MeasuredCoverage {
  byTestFile: Map<string, TestFileCoverage>
  skipped: string[]
}

interface MeasureOptions {
  run: RunTests
  cacheFolder?: string
  /** Gets a line for each test file that fails. */
  report?: (line: string) => void
}

const maxAttempts = 3
const timeoutMs = 300_000

/**
 * Measures the test files that are not in the cache. A test file that fails three times is skipped, because no
 * mutant can be judged by it.
 */
export async function measureCoverage(
  testFiles: readonly string[],
  { run, cacheFolder, report = () => {} }: MeasureOptions,
): Promise<MeasuredCoverage> {
  const byTestFile = new Map<string, TestFileCoverage>()
  const skipped: string[] = []
  for (const testFile of testFiles) {
    const coverage = findCachedCoverage(testFile, cacheFolder) ?? (await measure(testFile, run, report, cacheFolder))
    if (coverage) byTestFile.set(testFile, coverage)
    else skipped.push(testFile)
  }
  return { byTestFile, skipped }
}

async function measure(
  testFile: string,
  run: RunTests,
  report: (line: string) => void,
  cacheFolder: string | undefined,
): Promise<TestFileCoverage | undefined> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const { outcome, output, durationMs, covered, tests } = await run([{ testFile }], {
      measuresCoverage: true,
      timeoutMs,
    })
    if (outcome === 'passed') {
      const coverage = { covered: covered ?? {}, durationMs, ...(tests && { tests }) }
      cacheCoverage(testFile, coverage, cacheFolder)
      return coverage
    }
    report(`${testFile} fails without a mutant (attempt ${attempt} of ${maxAttempts}, ${outcome})`)
    if (attempt === maxAttempts) report(`${testFile} is skipped; its output was:\n${output}`)
  }
  return undefined
}
