/**
 * Ends a test process that something keeps open a minute after its last test, and says what, with the places that started its
 * timers: the run would wait ten minutes for it and fail. `ava.config.js` loads this file before the tests.
 */
import { fileURLToPath } from 'node:url'
import test, { registerCompletionHandler } from 'ava'

const limitMs = 60_000

/** Timers that can keep the process open beyond the limit, with the stack of their start. */
const longTimers: { timer: WeakRef<NodeJS.Timeout & { _destroyed?: boolean }>; stack: string | undefined }[] = []

const record: ProxyHandler<(work: () => void, delayMs?: number) => NodeJS.Timeout> = {
  apply(start, self, args: Parameters<typeof start>) {
    const timer = Reflect.apply(start, self, args)
    const repeats = start.name === 'setInterval'
    if (repeats || (args[1] ?? 0) > 10_000) {
      longTimers.push({ timer: new WeakRef(timer), stack: new Error(`${start.name} of ${args[1]} ms`).stack })
    }
    return timer
  },
}
globalThis.setTimeout = new Proxy(globalThis.setTimeout, record) as typeof setTimeout
globalThis.setInterval = new Proxy(globalThis.setInterval, record)

registerCompletionHandler(() => {
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ')
    const stacks = longTimers.map(({ timer, stack }) => {
      const running = timer.deref()
      return running?.hasRef() && !running._destroyed ? `${stack}\n` : ''
    })
    const file = fileURLToPath(test.meta.file)
    console.error(`${file} has ended its tests, and is kept open by: ${open}\n${stacks.join('')}`)
    process.exit(0)
  }, limitMs).unref()
})
