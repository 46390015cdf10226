/** A state store in memory, for tests and for processes that need no state after their end. */
import type { Clock } from '../lib/time/clock.ts'
import {
  type KeyedEntry,
  parseValue,
  renderValue,
  requireFiniteExpiry,
  requireFiniteIncrement,
  type SaveOptions,
  type StateEntry,
  type StateStore,
} from './contract/state-store.ts'
import { StateStoreError } from './contract/state-store-error.ts'
import { openWatchers } from './contract/watchers.ts'

interface StoredEntry {
  kind: string
  key: string
  /** JSON, so that callers never share objects with the store. */
  text: string
  consumedAt: number | undefined
  expiresAt: number | undefined
  group: string | undefined
  /** The number of the last change that woke the watchers; 0 without one. */
  change: number
}

/** Expired entries are removed after each so many writes. */
const writesPerSweep = 1000
const watchIntervalMs = 250

/** Opens an empty store in memory. After `close`, operations reject with a `StateStoreError` `closed`. */
export function openMemoryStore({ clock }: { clock: Clock }): StateStore {
  const entries = new Map<string, StoredEntry>()
  const watchers = openWatchers(watchIntervalMs)
  let writes = 0
  let changes = 0
  let closed = false

  return {
    async find(kind, key) {
      check()
      const stored = live(kind, key)
      return stored && entryOf(stored)
    },

    async list(kind) {
      check()
      return listLive(kind)
    },

    async listChanges(kind, cursor = '-Infinity') {
      check()
      return { entries: listLive(kind, Number(cursor)), cursor: String(changes), isRestart: false }
    },

    async save(kind, key, value, options) {
      check()
      put(kind, key, renderValue(kind, value), options, live(kind, key)?.consumedAt)
      if (options?.wakesWatchers) watchers.wake(kind)
    },

    async create(kind, key, value, options) {
      check()
      const text = renderValue(kind, value)
      if (live(kind, key)) return false
      put(kind, key, text, options)
      if (options?.wakesWatchers) watchers.wake(kind)
      return true
    },

    async replace(kind, key, expected, value, options) {
      check()
      const text = renderValue(kind, value)
      const stored = live(kind, key)
      const guard = options?.guard
      const guarding = guard && live(guard.kind, guard.key)
      if (stored?.text !== renderValue(kind, expected)) return false
      if (guard) {
        if (guarding?.text !== renderValue(guard.kind, guard.expected)) return false
        guarding.text = renderValue(guard.kind, guard.value)
      }
      put(kind, key, text, options, stored.consumedAt)
      if (options?.wakesWatchers) watchers.wake(kind)
      return true
    },

    async consume(kind, key) {
      check()
      const stored = live(kind, key)
      if (!stored || stored.consumedAt !== undefined) return false
      stored.consumedAt = clock()
      return true
    },

    async remove(kind, key) {
      check()
      entries.delete(place(kind, key))
    },

    async removeGroup(group) {
      check()
      for (const [at, stored] of entries) if (stored.group === group) entries.delete(at)
    },

    async count(kind, key, by, expiresAt) {
      check()
      const stored = live(kind, key)
      const before = stored ? parseValue(stored.text) : 0
      if (typeof before !== 'number') throw new TypeError(`${kind} ${key} is not a counter`)
      const text = renderValue(kind, before + requireFiniteIncrement(by))
      if (stored) stored.text = text
      else put(kind, key, text, { expiresAt })
      return before + by
    },

    watch: watchers.add,

    async close() {
      closed = true
      watchers.close()
    },
  }

  function check() {
    if (closed) throw new StateStoreError('closed', 'the store in memory has been closed')
  }

  function isLive(stored: StoredEntry): boolean {
    return stored.expiresAt === undefined || stored.expiresAt > clock()
  }

  /** Returns the live entries of a kind, or those whose change is later than the change with a number. */
  function listLive(kind: string, afterChange = Number.NEGATIVE_INFINITY): KeyedEntry[] {
    return [...entries.values()]
      .filter((stored) => stored.kind === kind && isLive(stored) && stored.change > afterChange)
      .sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)))
      .map((stored) => ({ key: stored.key, entry: entryOf(stored) }))
  }

  function live(kind: string, key: string): StoredEntry | undefined {
    const stored = entries.get(place(kind, key))
    return stored && isLive(stored) ? stored : undefined
  }

  function put(kind: string, key: string, text: string, options: SaveOptions = {}, consumedAt?: number) {
    const expiresAt = requireFiniteExpiry(options.expiresAt)
    const { group, wakesWatchers } = options
    if (wakesWatchers) changes += 1
    const change = wakesWatchers ? changes : 0
    entries.set(place(kind, key), { kind, key, text, consumedAt, expiresAt, group, change })
    writes += 1
    if (writes % writesPerSweep !== 0) return
    for (const [at, stored] of entries) if (!isLive(stored)) entries.delete(at)
  }
}

/** Returns one key for both parts. The length of the first part separates ('a', 'bc') from ('ab', 'c'). */
function place(kind: string, key: string): string {
  return `${kind.length}:${kind}${key}`
}

function entryOf({ text, consumedAt, expiresAt }: StoredEntry): StateEntry {
  return { value: parseValue(text), consumedAt, expiresAt }
}
