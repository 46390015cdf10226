/** Keyed state that outlives a request: one contract, with an embedded store on disk and one in memory. */
export { findNumber } from './find-number.ts'
export { openMemoryStore } from './memory-store.ts'
export { type MonitoredStateStore, monitorWrites } from './monitor-writes.ts'
export { openSqliteStore } from './sqlite-store.ts'
export type { SaveOptions, StateEntry, StateStore, StateValue } from './state-store.ts'
export { StateStoreError, type StateStoreErrorCode } from './state-store-error.ts'
