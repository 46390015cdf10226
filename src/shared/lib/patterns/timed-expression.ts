/** Tests regular expressions that no linear engine can run, within a limited time. */
import { performance } from 'node:perf_hooks'
import { createContext, Script } from 'node:vm'

export const maxTestMs = 25
/** The time that all such tests of this thread may take in each second. */
const maxMsPerSecond = 100

let second = 0
let usedMs = 0

/** A test was ended because it took too long: whether the text matches is unknown. */
export class PatternTimeoutError extends Error {
  override name = 'PatternTimeoutError'
}

/** Only the execution of a script can be limited in time. */
const script = new Script('expression.test(text)')
/** One context for all tests: creating a context takes longer than most tests. */
const sandbox: { expression: RegExp | undefined; text: string | undefined } = { expression: undefined, text: undefined }
let context: object | undefined

/** Tests a text. Throws a `PatternTimeoutError` when the test, or the tests of this second, take too long. */
export function testInTime(expression: RegExp, text: string): boolean {
  const start = performance.now()
  if (Math.floor(start / 1000) !== second) {
    second = Math.floor(start / 1000)
    usedMs = 0
  }
  if (usedMs >= maxMsPerSecond)
    throw new PatternTimeoutError(`tests of regular expressions took ${maxMsPerSecond} ms in this second`)
  const cpuBefore = process.threadCpuUsage()
  try {
    return run(expression, text)
  } catch (error) {
    // On a busy machine the time can pass while this thread does not run.
    const { user, system } = process.threadCpuUsage(cpuBefore)
    if ((user + system) / 1000 < maxTestMs / 2) return testInTime(expression, text)
    throw new PatternTimeoutError(`the regular expression takes longer than ${maxTestMs} ms`, { cause: error })
  } finally {
    usedMs += performance.now() - start
  }
}

function run(expression: RegExp, text: string): boolean {
  context ??= createContext(sandbox)
  Object.assign(sandbox, { expression, text })
  try {
    return script.runInContext(context, { timeout: maxTestMs }) as boolean
  } finally {
    sandbox.text = undefined
  }
}
