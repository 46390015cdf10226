/** The child of `test-process.ts`: runs the test files that its parent names, one after the other, and sends each result. */
import { Session } from 'node:inspector/promises'

import { beginGeneration, fileOfGeneration, registerFreshModules } from './fresh-modules.ts'
import { mutantEnvironment } from './mutant-environment.ts'
import type { TestResult, TestRun } from './test-run.ts'
import { type Coverage, collectCoverage } from './v8-coverage.ts'

/** What is used of ava's own runner. ava offers no public way to run a file again in the same process. */
interface Runner {
  chain: unknown
  on(
    event: string,
    listener: (data: { type?: string; title?: string; err?: { message?: string } }) => void,
  ): void
  interrupt(): void
}

const avaFolder = new URL('../node_modules/ava/lib/', import.meta.url)
const { set: setColours } = await import(new URL('chalk.js', avaFolder).href)
setColours({ level: 0 })
const { default: AvaRunner } = await import(new URL('runner.js', avaFolder).href)

/** Fails the test file that runs; code of a mutant may also throw between tests. */
let fail: (reason: string) => void = () => {}
process.on('uncaughtException', (error) => fail(`uncaught: ${error?.message}`))
process.on('unhandledRejection', (reason) => fail(`unhandled: ${(reason as Error)?.message}`))
process.exit = ((status) => fail(`exit with ${status}`)) as typeof process.exit

registerFreshModules()
process.on('message', async ({ testFile, run }: { testFile: string; run: TestRun }) => {
  const { measuresCoverage = false } = run
  process.send?.(await (measuresCoverage ? measureTestFile(testFile, run) : runTestFile(testFile, run)))
})
process.send?.('ready')

async function measureTestFile(testFile: string, run: TestRun): Promise<TestResult> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const result = await runTestFile(testFile, run)
  const { result: scripts } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  const covered: Coverage = collectCoverage(
    scripts.flatMap(({ url, functions }) => {
      const file = fileOfGeneration(url)
      return file === undefined ? [] : [{ url: file, functions }]
    }),
  )
  return { ...result, covered }
}

async function runTestFile(testFile: string, { mutant, timeoutMs }: TestRun): Promise<TestResult> {
  const startedAt = performance.now()
  const before = { ...process.env }
  const url = beginGeneration(testFile, mutant)
  if (mutant) Object.assign(process.env, mutantEnvironment(mutant))
  const runner = new AvaRunner({
    failFast: true,
    file: testFile,
    projectDir: process.cwd(),
    serial: true,
  }) as Runner
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
      resolve(
        failure === undefined ? { outcome: 'passed', output: '' } : { outcome: 'failed', output: failure },
      )
    })
    globalThis.testChain = runner.chain
    import(url).catch((error) => fail(`cannot be loaded: ${error?.message}`))
  })
  restoreEnvironment(before)
  return { outcome, output, durationMs: performance.now() - startedAt }
}

function restoreEnvironment(before: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
}
