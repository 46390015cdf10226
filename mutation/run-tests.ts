/** Runs test files with ava in a process group that can be ended as a whole. */
import { spawn } from 'node:child_process'

/** `timeout`: the files took longer than allowed and were ended. */
export type TestOutcome = 'passed' | 'failed' | 'timeout'

export interface TestResult {
  outcome: TestOutcome
  output: string
  durationMs: number
}

export interface RunTestsOptions {
  environment: Record<string, string>
  timeoutMs: number
}

export type RunTests = (testFiles: readonly string[], options: RunTestsOptions) => Promise<TestResult>

/** Runs the files until the first failure. Rejects only when ava cannot be started. */
export const runTests: RunTests = (testFiles, { environment, timeoutMs }) =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const child = spawn('node_modules/.bin/ava', ['--fail-fast', ...testFiles], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
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
