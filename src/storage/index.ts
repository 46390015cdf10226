/**
 * Keyed state that outlives a request, behind one contract: an embedded driver and one in memory.
 */
export { openMemoryStore } from './memory.ts'
export { openSqliteStore } from './sqlite.ts'
export type { Entry, SaveOptions, Store, Value } from './store.ts'
export { StoreError, type StoreFault } from './store-error.ts'
export { type WatchedStore, watchWrites } from './watch-writes.ts'
