/** Keyed state that outlives a request: one contract, with a store in a file, one in PostgreSQL and one in memory. */

export { openGroupQueue } from './contract/group-queue.ts'
export type { CounterStore, StateEntry, StateStore, StateValue } from './contract/state-store.ts'
export { findNumber } from './contract/state-store.ts'
export { findStoreRetryAfter, StateStoreError } from './contract/state-store-error.ts'
export type { SelectCopiedKind, StoreCopyState } from './copy/copied-store.ts'
export { buildCounterFallback, type CounterFallback, counterFallbacks } from './counter-fallback.ts'
export { openMemoryStore } from './memory-store.ts'
export { type MonitoredStateStore, monitorWrites, type RecordOperation } from './monitor-writes.ts'
export { type CounterSettings, findCounterUrlMistake, openCounterStore } from './open-counter-store.ts'
export {
  describeStateStore,
  findStoreUrlMistake,
  type OpenedGatewayStore,
  type OpenedStateStore,
  openExistingStateStore,
  openGatewayStore,
  openStateStore,
  type StateStoreLocation,
} from './open-state-store.ts'
export { recordLifeMs } from './record-life.ts'
export { openSqliteStore } from './sqlite/sqlite-store.ts'
