/**
 * Keyed state that outlives a request: OAuth state, keys, counters, revocations.
 *
 * A write that has been answered is on disk. One that rejected counts for nobody and may be tried again; after `full`,
 * `busy` and `closed` nothing of it was kept. What a driver must keep is in `test/storage/conformance.ts`.
 */

export type StateValue = string | number | boolean | null | StateValue[] | { [key: string]: StateValue }

export interface StateEntry {
  value: StateValue
  /** Milliseconds since the epoch; undefined when it was never consumed. */
  consumedAt: number | undefined
  expiresAt: number | undefined
}

export interface SaveOptions {
  /** Milliseconds since the epoch; from then on the entry is not found. */
  expiresAt?: number
  /** Entries of one group can be removed together. */
  group?: string
}

export interface StateStore {
  /** The entry, or undefined when there is none or it has expired. Consumed entries are found. */
  find(kind: string, key: string): Promise<StateEntry | undefined>
  /** Every live entry of a kind, in the order of their keys. */
  list(kind: string): Promise<{ key: string; entry: StateEntry }[]>
  /** Creates or replaces. What has been consumed stays consumed: replacing does not make it usable again. */
  save(kind: string, key: string, value: StateValue, options?: SaveOptions): Promise<void>
  /** Creates; false when the key is taken by a live entry. Of many at once, exactly one creates. */
  create(kind: string, key: string, value: StateValue, options?: SaveOptions): Promise<boolean>
  /** Marks a live entry as used. Exactly one of all callers, in all processes, gets true. */
  consume(kind: string, key: string): Promise<boolean>
  remove(kind: string, key: string): Promise<void>
  removeGroup(group: string): Promise<void>
  /**
   * Adds to a counter that starts at 0 and vanishes at `expiresAt` (set by its first call); the new sum.
   * A counter is an entry whose value is a number, so `find` reads it and `remove` starts it again.
   */
  count(kind: string, key: string, by: number, expiresAt: number): Promise<number>
  /** Finishes the writes under way; everything after it is refused. */
  close(): Promise<void>
}
