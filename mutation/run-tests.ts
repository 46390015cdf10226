/** Runs test files with ava in a process group that can be ended as a whole. */
import { spawn } from 'node:child_process'

export interface TestResult {
  passed: boolean
  output: string
}

const timeoutMs = 120_000

/** Returns whether all tests of the files passed. Tests that take longer than two minutes count as failed. */
export function runTests(
  testFiles: readonly string[],
  environment: Record<string, string>,
): Promise<TestResult> {
  return new Promise((resolve, reject) => {
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
    const late = setTimeout(endGroup, timeoutMs)
    child.on('error', reject)
    child.on('exit', (status) => {
      clearTimeout(late)
      endGroup() // ends the processes that a failed test left running
      resolve({ passed: status === 0, output })
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
