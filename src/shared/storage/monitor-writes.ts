/** Reports whether a store can be written, by its writes and by probes, and how long operations take. */
import type { Clock } from '../lib/time/clock.ts'
import type { StateStore } from './contract/state-store.ts'
import { StateStoreError, type StateStoreErrorCode } from './contract/state-store-error.ts'

/** A store that reports whether it can be written. */
export interface MonitoredStateStore extends StateStore {
  /** Returns why writes fail at present; undefined while they succeed. */
  writeFailureReason(): string | undefined
}

/** Called after an operation with its duration in milliseconds, and the code of its error; undefined for a success. */
export type RecordOperation = (tookMs: number, code: StateStoreErrorCode | undefined) => void

/** When to probe the store, and what records its operations. */
export interface MonitorWritesOptions {
  clock: Clock
  /** How often to check whether a probe is due, in milliseconds. While writes fail, each check sends a probe. */
  checkIntervalMs?: number
  /** After how many milliseconds without a write a probe is sent. */
  idleMs?: number
  onRead?: RecordOperation
  onWrite?: RecordOperation
}

const kind = 'probe'
/** How long a probe is kept, in milliseconds. The next probe of the process replaces it. */
const probeLifeMs = 600_000

/** Returns a store that forwards all calls to `store` and observes the results of writes. */
export function monitorWrites(
  store: StateStore,
  { clock, checkIntervalMs: everyMs = 2_000, idleMs = 10_000, onRead, onWrite }: MonitorWritesOptions,
): MonitoredStateStore {
  let failureReason: string | undefined
  let writtenAt = clock()
  let probedAt: number | undefined
  const timer = setInterval(look, everyMs).unref()

  return {
    find: (...given) => measure(() => store.find(...given), onRead),
    list: (...given) => measure(() => store.list(...given), onRead),
    listChanges: (...given) => measure(() => store.listChanges(...given), onRead),
    save: (...given) => watch(() => store.save(...given)),
    create: (...given) => watch(() => store.create(...given)),
    replace: (...given) => watch(() => store.replace(...given)),
    consume: (...given) => watch(() => store.consume(...given)),
    remove: (...given) => watch(() => store.remove(...given)),
    removeGroup: (...given) => watch(() => store.removeGroup(...given)),
    count: (...given) => watch(() => store.count(...given)),
    watch: store.watch,
    writeFailureReason: () => failureReason,
    close() {
      clearInterval(timer)
      return store.close()
    },
  }

  async function watch<T>(write: () => Promise<T>): Promise<T> {
    try {
      const result = await measure(write, onWrite)
      failureReason = undefined
      writtenAt = clock()
      return result
    } catch (error) {
      if (error instanceof StateStoreError && error.code !== 'closed') failureReason = error.message
      throw error
    }
  }

  function look(): void {
    const now = clock()
    if (probedAt !== undefined) {
      if (now - probedAt >= idleMs)
        failureReason = `the store has not finished a write for ${Math.round((now - probedAt) / 1_000)} s`
      return
    }
    if (!failureReason && now - writtenAt < idleMs) return
    probedAt = now
    watch(() => store.save(kind, String(process.pid), now, { expiresAt: now + probeLifeMs }))
      .catch(() => {}) // `watch` has recorded the error
      .finally(() => {
        probedAt = undefined
      })
  }
}

/** Does an operation, and records its duration. An error that is not of the store is the caller's, and is not recorded. */
async function measure<T>(operation: () => Promise<T>, record: RecordOperation | undefined): Promise<T> {
  const startedAt = performance.now()
  try {
    const result = await operation()
    record?.(performance.now() - startedAt, undefined)
    return result
  } catch (error) {
    if (error instanceof StateStoreError) record?.(performance.now() - startedAt, error.code)
    throw error
  }
}
