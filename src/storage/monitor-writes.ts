/**
 * Knows whether a store can be written: from the outcome of real writes, and from a small write of its own when there
 * have been none for a while.
 */
import type { Clock } from '../lib/time/clock.ts'
import type { StateStore } from './state-store.ts'
import { StateStoreError } from './state-store-error.ts'

export interface MonitoredStateStore extends StateStore {
  /** Returns why writes fail at present; undefined while they succeed. */
  writeFailureReason(): string | undefined
}

export interface MonitorWritesOptions {
  clock: Clock
  /** How often to look, in milliseconds. While writes fail, each time one is tried. */
  checkIntervalMs?: number
  /** After so many milliseconds without a write one is tried. */
  idleMs?: number
}

const kind = 'probe'
/** A probe is replaced by the next one, and vanishes when the process is gone. */
const keptMs = 600_000

export function monitorWrites(
  store: StateStore,
  { clock, checkIntervalMs: everyMs = 2_000, idleMs = 10_000 }: MonitorWritesOptions,
): MonitoredStateStore {
  let problem: string | undefined
  let writtenAt = clock()
  let probedAt: number | undefined
  const timer = setInterval(look, everyMs).unref()

  return {
    find: store.find,
    list: store.list,
    save: (...given) => watch(store.save(...given)),
    create: (...given) => watch(store.create(...given)),
    consume: (...given) => watch(store.consume(...given)),
    remove: (...given) => watch(store.remove(...given)),
    removeGroup: (...given) => watch(store.removeGroup(...given)),
    count: (...given) => watch(store.count(...given)),
    writeFailureReason: () => problem,
    close() {
      clearInterval(timer)
      return store.close()
    },
  }

  async function watch<T>(write: Promise<T>): Promise<T> {
    try {
      const result = await write
      problem = undefined
      writtenAt = clock()
      return result
    } catch (error) {
      if (error instanceof StateStoreError && error.code !== 'closed') problem = error.message
      throw error
    }
  }

  function look(): void {
    const now = clock()
    if (probedAt !== undefined) {
      if (now - probedAt >= idleMs)
        problem = `the store has not finished a write for ${Math.round((now - probedAt) / 1_000)} s`
      return
    }
    if (!problem && now - writtenAt < idleMs) return
    probedAt = now
    watch(store.save(kind, String(process.pid), now, { expiresAt: now + keptMs }))
      .catch(() => {}) // `watch` has taken note
      .finally(() => {
        probedAt = undefined
      })
  }
}
