/**
 * The part of the state store that counters and short-lived flags need. They may be in another store than the rest,
 * one that is faster and does not survive a power failure.
 */
import type { StateStore } from './state-store.ts'

/** Counters and flags that expire. The methods behave as those of `StateStore`. */
export type CounterStore = Pick<StateStore, 'find' | 'save' | 'count' | 'remove'>
