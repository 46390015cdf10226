/**
 * Ends a test process that something keeps open a minute after its last test, and says what, with the places that started its
 * timers: the run would wait ten minutes for it and fail. `ava.config.js` loads this file before the tests.
 */
import { fileURLToPath } from 'node:url'
import test, { registerCompletionHandler } from 'ava'

const limitMs = 60_000

/** A timer that can keep the process open beyond the limit. */
interface LongTimer {
  timer: WeakRef<NodeJS.Timeout & { _destroyed?: boolean }>
  /** Has the stack of its start, whose text costs more than the timer and is needed at the end only. */
  started: Error
}

let longTimers: LongTimer[] = []
let nextPruneCount = 256

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
      longTimers.push({ timer: new WeakRef(timer), started: new Error(`${start.name} of ${args[1]} ms`) })
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
    const stacks = longTimers.map(({ timer, started }) => (isOpen(timer.deref()) ? `${started.stack}\n` : ''))
    const file = fileURLToPath(test.meta.file)
    console.error(`${file} has ended its tests, and is kept open by: ${open}\n${stacks.join('')}`)
    process.exit(0)
  }, limitMs).unref()
})
