/** Measures within a process which parts of the source each test of a file runs. */
import { Session } from 'node:inspector'
import { setFlagsFromString } from 'node:v8'
import { fileOfGeneration } from './fresh-modules.ts'
import type { TestCoverage } from './test-run.ts'
import { type Coverage, collectCoverage, type ScriptCoverage } from './v8-coverage.ts'

/** The compilers of V8 whose code does not count the calls of functions that it inlines. */
const optimizers = ['maglev', 'opt']

/** The clock before a test file mocks it. */
const now = performance.now.bind(performance)

export class CoverageMeter {
  readonly #session = new Session()
  readonly #tests: TestCoverage[] = []
  #covered: Coverage = {}
  #current: { title: string; startedAt: number } | undefined

  constructor() {
    for (const each of optimizers) setFlagsFromString(`--no-${each}`)
    this.#session.connect()
    this.#session.post('Profiler.enable')
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }

  /** Begins a test. What ran since the one before, also what it left running, belongs to that one. */
  begin(title: string): void {
    this.#finishTest()
    this.#current = { title, startedAt: now() }
  }

  /** Returns what ran outside of tests, as the module and its hooks, and what each test ran. */
  end(): { covered: Coverage; tests: TestCoverage[] } {
    this.#finishTest()
    this.#session.disconnect()
    for (const each of optimizers) setFlagsFromString(`--${each}`)
    return { covered: this.#covered, tests: this.#tests }
  }

  #finishTest(): void {
    const endedAt = now() // before the coverage is taken, which is no time of the test
    const covered = this.#take()
    if (this.#current === undefined) {
      this.#covered = covered
      return
    }
    const { title, startedAt } = this.#current
    this.#tests.push({ title, covered, durationMs: endedAt - startedAt })
  }

  /** Returns what ran since the last call. V8 answers a session of the same thread within the call, and counts anew. */
  #take(): Coverage {
    let scripts: ScriptCoverage[] = []
    this.#session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error) throw error
      scripts = result.flatMap(({ url, functions }) => {
        const file = fileOfGeneration(url)
        return file === undefined ? [] : [{ url: file, functions }]
      })
    })
    return collectCoverage(scripts)
  }
}
