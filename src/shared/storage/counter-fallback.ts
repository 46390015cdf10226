/**
 * What counts do while their store cannot be reached: the operation fails, is allowed, or counts in this process. A log
 * line marks the beginning and the end of each outage, and a function counts the affected operations.
 */
import type { Log } from '../lib/output/log.ts'
import type { CounterStore } from './contract/state-store.ts'
import { StateStoreError } from './contract/state-store-error.ts'

/** `reject`: the operation fails. `pass`: nothing is counted, counters read 0. `local`: each process counts alone. */
export const counterFallbacks = ['reject', 'pass', 'local'] as const
export type CounterFallback = (typeof counterFallbacks)[number]

/** The dependencies of `buildCounterFallback`. */
export interface CounterFallbackOptions {
  fallback: CounterFallback
  /** The name of what is counted, for the log: `limits` or `attempts`. */
  what: string
  /** Counts while the store cannot be reached. */
  local: CounterStore
  log: Log
  /** Called for each operation that the store did not do. */
  onFallback(): void
}

/** Returns counters that use the store, and the fallback for each operation that fails. */
export function buildCounterFallback(
  counters: CounterStore,
  { fallback, what, local, log, onFallback }: CounterFallbackOptions,
): CounterStore {
  const substitute = fallback === 'local' ? local : uncounted
  let isOut = false

  return {
    find: (...given) => attempt((each) => each.find(...given)),
    save: (...given) => attempt((each) => each.save(...given)),
    count: (...given) => attempt((each) => each.count(...given)),
    remove: (...given) => attempt((each) => each.remove(...given)),
  }

  async function attempt<T>(operation: (store: CounterStore) => Promise<T>): Promise<T> {
    try {
      const result = await operation(counters)
      if (isOut) log.info({ what }, 'the counters can be reached again')
      isOut = false
      return result
    } catch (error) {
      if (!(error instanceof StateStoreError)) throw error
      if (!isOut) log.error({ err: error, what, fallback }, 'the counters cannot be reached')
      isOut = true
      onFallback()
      if (fallback === 'reject') throw error
      return operation(substitute)
    }
  }
}

/** Counts nothing: every counter is 0. */
const uncounted: CounterStore = {
  find: async () => undefined,
  save: async () => {},
  count: async () => 0,
  remove: async () => {},
}
