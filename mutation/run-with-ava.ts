/** Runs test files with ava in a process group that can be ended as a whole. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mutantEnvironment } from './mutant-environment.ts'
import type { ChosenTests, RunTests, TestResult, TestRun } from './test-run.ts'
import { readCoverage } from './v8-coverage.ts'

/** For test files that start processes: each run costs seconds, and all tests of a file run. */
export const runWithAva: RunTests = async (tests, run) => {
  if (!run.measuresCoverage) return await spawnAva(tests, run, {})
  const folder = mkdtempSync(join(tmpdir(), 'sluice-coverage-'))
  try {
    const result = await spawnAva(tests, run, { NODE_V8_COVERAGE: folder })
    return { ...result, covered: readCoverage(folder) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function spawnAva(
  tests: readonly ChosenTests[],
  { mutant, timeoutMs }: TestRun,
  environment: Record<string, string>,
): Promise<TestResult> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const child = spawn('node_modules/.bin/ava', ['--fail-fast', ...tests.map(({ testFile }) => testFile)], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment, ...(mutant && mutantEnvironment(mutant)) },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        output += text
      })
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      endGroup()
    }, timeoutMs)
    child.on('error', reject)
    child.on('exit', (status) => {
      clearTimeout(timer)
      endGroup() // ends the processes that a failed test left running
      const outcome = isLate ? 'timeout' : status === 0 ? 'passed' : 'failed'
      resolve({ outcome, output, durationMs: performance.now() - startedAt })
    })

    function endGroup(): void {
      try {
        process.kill(-(child.pid as number), 'SIGKILL')
      } catch {
        // the group has already ended
      }
    }
  })
}
