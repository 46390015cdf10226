/** A process that runs test files again and again, each time with fresh modules and perhaps another mutant. */
import { type ChildProcess, fork } from 'node:child_process'
import type { ChosenTests, TestResult, TestRun } from './test-run.ts'

const main = new URL('test-process-main.ts', import.meta.url)
const threads = new URL('load-mutant.ts', import.meta.url).href

/** Modules of earlier generations are never freed, so that a process is replaced after so many runs. */
const maxRuns = 400

export class TestProcess {
  #child: ChildProcess | undefined
  #runs = 0
  readonly #graceMs: number

  /** `graceMs`: how long after its timeout a run may still answer, before the process is ended. */
  constructor({ graceMs = 5_000 } = {}) {
    this.#graceMs = graceMs
  }

  /** Runs tests of one file. A process that hangs is ended, and the outcome is `timeout`. */
  async run(tests: ChosenTests, run: TestRun): Promise<TestResult> {
    if (this.#runs >= maxRuns) this.end()
    this.#child ??= await this.#start()
    this.#runs += 1
    const child = this.#child
    const startedAt = performance.now()
    return await new Promise((resolve) => {
      // The child ends a file that waits for ever; one that loops for ever must be ended from here.
      const timer = setTimeout(() => finish({ outcome: 'timeout', output: 'hangs' }), run.timeoutMs + this.#graceMs)
      const finish = (result: Pick<TestResult, 'outcome' | 'output'> & Partial<TestResult>) => {
        clearTimeout(timer)
        child.removeAllListeners()
        if (result.durationMs === undefined) this.end()
        resolve({ durationMs: performance.now() - startedAt, ...result })
      }
      child.once('message', (result: TestResult) => finish(result))
      child.once('exit', () => finish({ outcome: 'failed', output: 'the process ended' }))
      child.send({ tests, run })
    })
  }

  end(): void {
    const { pid } = this.#child ?? {}
    this.#child = undefined
    this.#runs = 0
    if (pid === undefined) return
    try {
      process.kill(-pid, 'SIGKILL') // the group, for a test that was ended may have left processes
    } catch {
      // the group has already ended
    }
  }

  #start(): Promise<ChildProcess> {
    return new Promise((resolve, reject) => {
      const child = fork(main, {
        detached: true,
        execArgv: ['--disable-warning=ExperimentalWarning', `--import=${threads}`],
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
      child.once('error', reject)
      child.once('message', () => resolve(child))
    })
  }
}
