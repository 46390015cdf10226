/**
 * Measures what a revocation costs a worker that learns of it from the store, after none and after 100,000 others of the
 * same minute.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { saveStateEvent } from '../../src/gateway/oauth/state/change-events.ts'
import { openChangePoller } from '../../src/gateway/oauth/state/change-poller.ts'
import { silentLog } from '../../src/shared/lib/output/log.ts'
import { openSqliteStore, type StateStore } from '../../src/shared/storage/index.ts'
import { openPostgresStore } from '../../src/shared/storage/postgres/postgres-store.ts'
import { postgresBinaries, startPostgres } from '../../test/_support/postgres.ts'
import type { RowResult } from '../harness/compare.ts'
import { compareWithBaseline } from '../harness/limit-rows.ts'
import { median } from '../harness/median.ts'

const otherRevocations = 100_000
const measuredRevocations = 50
const groupSize = 2_000
const kind = 'revocation events'

export async function measureRevocation(): Promise<RowResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const clock = frozenClock()
  const embedded = await openSqliteStore({ file: join(folder, 'state.sqlite'), clock })
  const results = await measureOn('SQLite', embedded, clock)
  await embedded.close()
  await rm(folder, { recursive: true })
  if (!postgresBinaries) return results

  const server = await startPostgres(['fsync=on', 'synchronous_commit=on'])
  const { store } = await openPostgresStore({ url: server.url, clock })
  results.push(...(await measureOn('PostgreSQL', store, clock)))
  await store.close()
  await server.close()
  return results
}

/** No event expires while the row runs. */
function frozenClock(): () => number {
  const now = Date.now()
  return () => now
}

async function measureOn(name: string, store: StateStore, clock: () => number): Promise<RowResult[]> {
  const alone = await measureCost(store, clock)
  for (let saved = 0; saved < otherRevocations; saved += groupSize)
    await Promise.all(Array.from({ length: groupSize }, (_, index) => save(store, clock, `o${saved + index}`)))
  const crowded = await measureCost(store, clock)
  return [
    compareWithBaseline(
      `a revocation after ${otherRevocations.toLocaleString('en')} of the same minute, ${name}`,
      'after none',
      alone / crowded,
      0.5,
      `${crowded.toFixed(2)} ms / ${alone.toFixed(2)} ms`,
    ),
  ]
}

function save(store: StateStore, clock: () => number, revoked: string): Promise<void> {
  return saveStateEvent(store, kind, clock, { id: revoked, event: { revoked, until: clock() + 3_600_000 } })
}

let runs = 0

/** Returns the median of the times from the save of a revocation until another worker has applied it, in milliseconds. */
async function measureCost(store: StateStore, clock: () => number): Promise<number> {
  runs += 1
  let look = (): void => {}
  let applied = Promise.withResolvers<void>()
  let expected: string | undefined
  const watchByHand: StateStore['watch'] = (_, onChange) => {
    look = onChange
    return () => {}
  }
  const poller = openChangePoller({
    store: { ...store, watch: watchByHand },
    kind,
    clock,
    log: silentLog,
    onGap: async () => {},
    onEvent: async (event) => {
      if ('revoked' in event && event.revoked === expected) applied.resolve()
    },
  })
  async function revoke(id: string): Promise<void> {
    expected = id
    applied = Promise.withResolvers<void>()
    await save(store, clock, id)
    look()
    await applied.promise
  }
  await revoke(`${runs} first`) // the worker has read the others before
  const timesMs: number[] = []
  for (let number = 0; number < measuredRevocations; number += 1) {
    const startedAt = performance.now()
    await revoke(`${runs} ${number}`)
    timesMs.push(performance.now() - startedAt)
  }
  poller.close()
  return median(timesMs)
}
