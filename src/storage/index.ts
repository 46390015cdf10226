/** Keyed state that outlives a request: one contract, with a store in a file, one in PostgreSQL and one in memory. */
export { buildCounterFallback, type CounterFallback, counterFallbacks } from './counter-fallback.ts'
export type { CounterStore } from './counter-store.ts'
export { findNumber } from './find-number.ts'
export { openMemoryStore } from './memory-store.ts'
export { type MonitoredStateStore, monitorWrites } from './monitor-writes.ts'
export { type CounterSettings, findCounterUrlMistake, openCounterStore } from './open-counter-store.ts'
export {
  describeStateStore,
  findStoreUrlMistake,
  type OpenedStateStore,
  openExistingStateStore,
  openStateStore,
  type StateStoreLocation,
} from './open-state-store.ts'
export { openSqliteStore } from './sqlite-store.ts'
export type { SaveOptions, StateEntry, StateStore, StateValue } from './state-store.ts'
export { StateStoreError, type StateStoreErrorCode } from './state-store-error.ts'
