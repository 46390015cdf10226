/** A second process on the same state file: does what it is told, all keys at once, and answers the results. */
import { systemClock } from '../../../src/shared/lib/time/clock.ts'
import { openSqliteStore } from '../../../src/shared/storage/index.ts'

const store = await openSqliteStore({ file: process.argv[2] as string, clock: systemClock })

const verbs: Record<string, (key: string) => Promise<unknown>> = {
  create: (key) => store.create('race', key, process.pid),
  consume: (key) => store.consume('race', key),
  count: (key) => store.count('race', key, 1, Date.now() + 60_000),
}

process.on('message', async ({ verb, keys }: { verb: string; keys: string[] }) => {
  const run = verbs[verb] as (key: string) => Promise<unknown>
  process.send?.(await Promise.all(keys.map(run)))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
