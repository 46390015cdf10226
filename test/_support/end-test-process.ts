/**
 * Ends a test process that something keeps open a minute after its last test, and says what, with the places that started its
 * timers: the run would wait ten minutes for it and fail. `ava.config.js` loads this file before the tests.
 */
import { fileURLToPath } from 'node:url'
import { type CallSiteObject, getCallSites } from 'node:util'
import test, { registerCompletionHandler } from 'ava'

const limitMs = 60_000

/** A timer that can keep the process open beyond the limit. */
interface LongTimer {
  timer: WeakRef<NodeJS.Timeout & { _destroyed?: boolean }>
  what: string
  /** Where it was started. The text of a stack would take longer to make, and an error keeps the objects of its calls. */
  calls: CallSiteObject[]
}

let longTimers: LongTimer[] = []
let nextPruneCount = 256

function renderCall({ functionName, scriptName, lineNumber }: CallSiteObject): string {
  return `${functionName} (${scriptName}:${lineNumber})`
}

/** Removes the timers that have ended, now and then. */
function prune(): void {
  if (longTimers.length < nextPruneCount) return
  longTimers = longTimers.filter(({ timer }) => isOpen(timer.deref()))
  nextPruneCount = 2 * Math.max(128, longTimers.length)
}

function isOpen(timer: ReturnType<LongTimer['timer']['deref']>): boolean {
  return timer?.hasRef() === true && !timer._destroyed
}

const record: ProxyHandler<(work: () => void, delayMs?: number) => NodeJS.Timeout> = {
  apply(start, self, args: Parameters<typeof start>) {
    const timer = Reflect.apply(start, self, args)
    const repeats = start.name === 'setInterval'
    if (repeats || (args[1] ?? 0) > 10_000) {
      const what = `${start.name} of ${args[1]} ms`
      longTimers.push({ timer: new WeakRef(timer), what, calls: getCallSites(10) })
      prune()
    }
    return timer
  },
}
globalThis.setTimeout = new Proxy(globalThis.setTimeout, record) as typeof setTimeout
globalThis.setInterval = new Proxy(globalThis.setInterval, record)

registerCompletionHandler(() => {
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ')
    const stacks = longTimers
      .filter(({ timer }) => isOpen(timer.deref()))
      .map(({ what, calls }) => [what, ...calls.map(renderCall)].join('\n    at '))
    const file = fileURLToPath(test.meta.file)
    console.error(`${file} has ended its tests, and is kept open by: ${open}\n${stacks.join('\n')}`)
    process.exit(0)
  }, limitMs).unref()
})
