/**
 * Ends a test process that something keeps open a minute after its last test, and says what: the run would wait ten minutes for
 * it and fail. `ava.config.js` loads this file before the tests.
 */
import { fileURLToPath } from 'node:url'
import test, { registerCompletionHandler } from 'ava'

const limitMs = 60_000

registerCompletionHandler(() => {
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ')
    console.error(`${fileURLToPath(test.meta.file)} has ended its tests, and is kept open by: ${open}`)
    process.exit(0)
  }, limitMs).unref()
})
