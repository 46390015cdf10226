/**
 * The contract of the state store: keyed state that outlives a request, such as OAuth state, keys, counters and
 * revocations.
 *
 * When a write resolves, it is on disk. When it rejects with `full`, `busy`, `unavailable` or `closed`, nothing of it
 * was stored and it may be repeated. After `failed`, a database may have stored it: only a write that may take effect
 * twice can be repeated. `test/shared/storage/conformance.ts` checks every store.
 */

/** A JSON value. An object has members that JSON can render; those that are undefined are left out. */
export type StateValue = string | number | boolean | null | object

/** A stored value and its times. */
export interface StateEntry {
  value: StateValue
  /** Milliseconds since the epoch; undefined when the entry was never consumed. */
  consumedAt: number | undefined
  /** Milliseconds since the epoch; undefined when the entry never expires. */
  expiresAt: number | undefined
}

/** Expiry and group of an entry. */
export interface SaveOptions {
  /** Milliseconds since the epoch. The entry is not found afterwards. */
  expiresAt?: number | undefined
  /** Entries of one group can be removed together. */
  group?: string | undefined
  /** Whether watchers of the kind are called, and `listChanges` returns the entry. */
  wakesWatchers?: boolean
}

/** Another entry that must have the expected value, and gets a new one in the same transaction. It keeps its expiry. */
export type WriteGuard = { kind: string; key: string; expected: StateValue; value: StateValue }

/** An entry and its key. */
export type KeyedEntry = { key: string; entry: StateEntry }

/** The entries that `listChanges` found. */
export interface StateChanges {
  entries: KeyedEntry[]
  /** What the next call is given to get the later changes. Its text has a meaning for the store only. */
  cursor: string
  /**
   * Whether changes may be missing since the call that returned the given cursor, because the store was connected
   * again: the database may be an older copy or a standby that lost transactions. `entries` then has every live entry,
   * and the caller reads everything again that it derives from changes.
   */
  isRestart: boolean
}

/** Entries by kind and key. All methods reject with `StateStoreError`. */
export interface StateStore {
  /** Returns the entry, or undefined when there is none or it has expired. Consumed entries are found. */
  find(kind: string, key: string): Promise<StateEntry | undefined>
  /** Returns every live entry of a kind, in the order of the keys. */
  list(kind: string): Promise<KeyedEntry[]>
  /**
   * Returns the live entries of a kind that were saved with `wakesWatchers` since the call that returned `cursor`, and
   * every live entry of the kind without a cursor and after a restart, in any order. An entry may be returned again;
   * none is left out, in whichever order concurrent writes commit.
   */
  listChanges(kind: string, cursor?: string): Promise<StateChanges>
  /** Creates or replaces an entry. A consumed entry stays consumed: replacing does not make it usable again. */
  save(kind: string, key: string, value: StateValue, options?: SaveOptions): Promise<void>
  /** Creates an entry. Returns false when a live entry has the key. Of concurrent callers, only one receives true. */
  create(kind: string, key: string, value: StateValue, options?: SaveOptions): Promise<boolean>
  /**
   * Replaces the value of a live entry that equals `expected` as JSON text. Returns false when there is no entry or it
   * has another value, or the guard has. Of concurrent callers with the same `expected`, or the same guard, exactly one
   * receives true.
   */
  replace(
    kind: string,
    key: string,
    expected: StateValue,
    value: StateValue,
    options?: SaveOptions & { guard?: WriteGuard | undefined },
  ): Promise<boolean>
  /** Marks a live entry as used. Of all callers in all processes, exactly one receives true. */
  consume(kind: string, key: string): Promise<boolean>
  /** Removes an entry, if there is one. */
  remove(kind: string, key: string): Promise<void>
  /** Removes all entries of a group, of any kind. */
  removeGroup(group: string): Promise<void>
  /**
   * Adds to a counter and returns the new sum. The counter starts at 0 and expires at `expiresAt` of its first call. It
   * is an entry whose value is a number: `find` reads it, and `remove` resets it.
   */
  count(kind: string, key: string, by: number, expiresAt: number): Promise<number>
  /**
   * Calls `onChange` within half a second after any process saved an entry of the kind with `wakesWatchers`, and now
   * and then without a change. Returns a function that ends the calls.
   */
  watch(kind: string, onChange: () => void): () => void
  /** Completes running writes. Every later call rejects with `closed`. */
  close(): Promise<void>
}

/** The part of the state store for counters and flags that expire. It may be a faster, less durable store. */
export type CounterStore = Pick<StateStore, 'find' | 'save' | 'count' | 'remove'>

/** Returns the value of an entry that is a number, or undefined when there is none. Throws when the store fails. */
export async function findNumber(
  store: Pick<CounterStore, 'find'>,
  kind: string,
  key: string,
): Promise<number | undefined> {
  const value = (await store.find(kind, key))?.value
  return typeof value === 'number' ? value : undefined
}

/** Returns the JSON of a value. Throws `TypeError` for a value that JSON cannot represent. */
export function renderValue(kind: string, value: StateValue): string {
  const text = JSON.stringify(value)
  if (text === undefined || (typeof value === 'number' && !Number.isFinite(value))) {
    throw new TypeError(`a value of kind ${kind} must be JSON, found ${String(value)}`)
  }
  return text
}

/** Returns a guard whose values are JSON. */
export function renderGuard({ kind, key, expected, value }: WriteGuard) {
  return { kind, key, expected: renderValue(kind, expected), value: renderValue(kind, value) }
}

/** Parses the JSON of a stored value. */
export function parseValue(text: string): StateValue {
  return JSON.parse(text)
}

/** Returns a finite expiry unchanged. Throws `TypeError` for NaN, which would be stored as "never", and infinity. */
export function requireFiniteExpiry<T extends number | undefined>(expiresAt: T): T {
  if (expiresAt === undefined || Number.isFinite(expiresAt)) return expiresAt
  throw new TypeError(`expiresAt must be milliseconds since the epoch, found ${expiresAt}`)
}

/** Returns a finite increment unchanged. Throws `TypeError` for NaN and infinity. */
export function requireFiniteIncrement(by: number): number {
  if (Number.isFinite(by)) return by
  throw new TypeError(`a counter must be changed by a number, found ${by}`)
}
