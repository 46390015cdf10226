/** The child of `test-process.ts`: runs the test files that its parent names, one after the other, and sends each result. */
import { syncBuiltinESMExports } from 'node:module'
import { mock } from 'node:test'
import { createRunner } from './ava-runner.ts'
import { CoverageMeter } from './coverage-meter.ts'
import { beginGeneration, registerFreshModules } from './fresh-modules.ts'
import { mutantEnvironment } from './mutant-environment.ts'
import type { ChosenTests, TestResult, TestRun } from './test-run.ts'

/** Fails the test file that runs; code of a mutant may also throw between tests. */
let fail: (reason: string) => void = () => {}
process.on('uncaughtException', (error) => fail(`uncaught: ${error?.message}`))
process.on('unhandledRejection', (reason) => fail(`unhandled: ${(reason as Error)?.message}`))
process.exit = ((status) => fail(`exit with ${status}`)) as typeof process.exit

registerFreshModules()
process.on('message', async ({ tests, run }: { tests: ChosenTests; run: TestRun }) => {
  process.send?.(await (run.measuresCoverage ? measureTests(tests, run) : runTests(tests, run)))
})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL')) // the parent has ended; `exit` only fails the test
process.send?.('ready')

async function measureTests(tests: ChosenTests, run: TestRun): Promise<TestResult> {
  const meter = new CoverageMeter()
  const result = await runTests(tests, run, (title) => meter.begin(title))
  return { ...result, ...meter.end() }
}

async function runTests(
  { testFile, titles }: ChosenTests,
  { mutant, changedFile = mutant?.file, timeoutMs }: TestRun,
  onBegin?: (title: string) => void,
): Promise<TestResult> {
  const startedAt = performance.now()
  const before = { ...process.env }
  const url = beginGeneration(testFile, { mutant, changedFile })
  if (mutant) Object.assign(process.env, mutantEnvironment(mutant))
  const runner = createRunner(testFile, { titles, ...(onBegin && { onBegin }) })
  const { outcome, output } = await new Promise<Pick<TestResult, 'outcome' | 'output'>>((resolve) => {
    let failure: string | undefined
    fail = (reason) => resolve({ outcome: 'failed', output: reason })
    const timer = setTimeout(() => resolve({ outcome: 'timeout', output: '' }), timeoutMs)
    runner.on('stateChange', ({ type, title, err }) => {
      if (type !== 'test-failed' && type !== 'hook-failed') return
      failure ??= `${title}: ${err?.message ?? ''}`
      runner.interrupt()
    })
    runner.on('finish', () => {
      clearTimeout(timer)
      resolve(failure === undefined ? { outcome: 'passed', output: '' } : { outcome: 'failed', output: failure })
    })
    globalThis.testChain = runner.chain
    import(url).catch((error) => fail(`cannot be loaded: ${error?.message}`))
  })
  restoreEnvironment(before)
  removeMocks()
  return { outcome, output, durationMs: performance.now() - startedAt }
}

/** Removes what a file leaves mocked, because it expects the process to end. */
function removeMocks(): void {
  mock.reset()
  syncBuiltinESMExports()
}

function restoreEnvironment(before: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
}
