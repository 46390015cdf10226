/**
 * Counts failed attempts within a window of time, exactly over all processes that share the store. Those of the window
 * before count for the part of it that a window which ends now would cover.
 *
 * An attempt acquires a slot before its check, so that a thousand concurrent guesses have no advantage over a
 * thousand consecutive ones. A successful attempt releases its slot, a failed one keeps it. The failure that
 * takes the last slot locks the name for the length of a window.
 */
import { hash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { limitEntries } from '../lib/caches/limit-entries.ts'
import type { Clock } from '../lib/time/clock.ts'
import { type CounterStore, findNumber } from '../storage/index.ts'
import type { AttemptAllowance } from './attempt-allowances.ts'

/** Counts the failures of names within one allowance. All methods that return a promise throw when the store fails. */
export interface AttemptWindow {
  /** Returns when the lock of a name ends, in milliseconds since the epoch; undefined when it is not locked. */
  lockedUntil(name: string): Promise<number | undefined>
  /** Returns the same without reading the store, as far as this process knows. */
  knownLockedUntil(name: string): number | undefined
  /** Acquires a slot, or returns false when there is none. Waits for slots that running attempts may release. */
  acquireSlot(name: string): Promise<AttemptSlot | false>
  /** Counts a failure of an attempt that acquired no slot. */
  addFailure(name: string): Promise<void>
}

/** An acquired slot. The attempt must call exactly one of these methods. */
export interface AttemptSlot {
  release(): Promise<void>
  /** Releases the slot, and resets the earlier failures. */
  releaseAndResetFailures(): Promise<void>
  recordFailure(): Promise<void>
}

/** The dependencies and limits of an attempt window. */
export interface AttemptWindowOptions extends AttemptAllowance {
  store: CounterStore
  /** The kind of the store's records that hold the counters. */
  kind: string
  /** What the names of this window identify. It separates them from the names of other windows of the same kind. */
  purpose: string
  clock: Clock
  /** The milliseconds for which this process assumes that a name which was not locked is still not locked. */
  lockReadMs: number
  /** How often `acquireSlot` tries to get a slot, at intervals of 50 ms. */
  maxTries?: number
  /** Called in the process whose attempt locked a name. */
  onLock?: (name: string) => void
}

const slotRetryMs = 50
const maxCachedNames = 10_000 // names
/** The time after the end of a window in which attempts that run, or another clock, may still count in it. */
const lateMs = 60_000

/** Returns an attempt window. With an allowance of 0 failures it counts nothing. */
export function openAttemptWindow(options: AttemptWindowOptions): AttemptWindow {
  const {
    store,
    kind,
    purpose,
    clock,
    maxFailures: failures,
    windowMs,
    lockReadMs,
    maxTries: tries = 60,
    onLock,
  } = options
  /** The last value that was read from the store for a name, and the time of reading. */
  const known = new LRUCache<string, { until: number; readAt: number }>(limitEntries(maxCachedNames))
  /** The failures in windows that have ended, by their counter. */
  const ended = new LRUCache<string, number>(limitEntries(maxCachedNames))
  if (failures === 0) return unlimited

  return {
    async lockedUntil(name) {
      const now = clock()
      const last = known.get(name)
      if (last && last.until > now) return last.until
      if (last && last.readAt <= now && now - last.readAt < lockReadMs) return undefined

      const until = (await findNumber(store, kind, lockKey(name))) ?? 0
      if (until > now || lockReadMs > 0) known.set(name, { until, readAt: now })
      return until > now ? until : undefined
    },

    knownLockedUntil(name) {
      const until = known.get(name)?.until ?? 0
      return until > clock() ? until : undefined
    },

    async acquireSlot(name) {
      const count = await counterOf(name)
      for (let attempt = 0; attempt < tries; attempt += 1) {
        if (attempt > 0) await delay(slotRetryMs)
        const [taken, earlier] = await Promise.all([count.add(1), count.earlier()])
        if (taken + earlier <= failures) return slotOf(name, count, earlier)
        await count.add(-1)
        if ((await count.failed()) + earlier >= failures) break
      }
      return false
    },

    async addFailure(name) {
      const count = await counterOf(name)
      const [, failed, earlier] = await Promise.all([count.add(1), count.addFailed(), count.earlier()])
      await lockAbove(name, count, failed, earlier)
    },
  }

  function slotOf(name: string, count: Counter, earlier: number): AttemptSlot {
    return {
      release: async () => void (await count.add(-1)),
      async releaseAndResetFailures() {
        await Promise.all([count.add(-1), (await count.failed()) + earlier > 0 && count.restart()])
      },
      async recordFailure() {
        await lockAbove(name, count, await count.addFailed(), earlier)
      },
    }
  }

  /** Locks the name unless further failures are allowed. Those of a lock do not count once more when it has ended. */
  async function lockAbove(name: string, count: Counter, failed: number, earlier: number): Promise<void> {
    if (failed + earlier < failures) return
    const until = clock() + windowMs
    if (earlier > 0) await count.addFailed(earlier)
    await store.save(kind, lockKey(name), until, { expiresAt: until })
    known.set(name, { until, readAt: clock() })
    if (failed + earlier === failures) onLock?.(name)
  }

  function lockKey(name: string): string {
    return keyOf(`lock ${purpose} ${name}`)
  }

  type Counter = Awaited<ReturnType<typeof counterOf>>

  /** Returns the counter of a name in the present window. */
  async function counterOf(name: string) {
    const window = Math.floor(clock() / windowMs)
    const expiresAt = (window + 2) * windowMs // the next window reads it
    const roundKey = keyOf(`round ${purpose} ${name}`)
    const round = (await findNumber(store, kind, roundKey)) ?? 0
    const keyIn = (each: number) => keyOf(`count ${purpose} ${round} ${each} ${name}`)
    const key = keyIn(window)
    const readFailed = async (of: string) => (await findNumber(store, kind, `${of} failed`)) ?? 0
    return {
      /** Adds to the number of acquired slots, and returns the new number. */
      add: (by: number) => store.count(kind, key, by, expiresAt),
      addFailed: (by = 1) => store.count(kind, `${key} failed`, by, expiresAt),
      failed: () => readFailed(key),
      /** Returns how many failures of the window before still count. */
      async earlier() {
        const failed = ended.get(keyIn(window - 1)) ?? (await readFailed(keyIn(window - 1)))
        if (clock() % windowMs > lateMs) ended.set(keyIn(window - 1), failed)
        return failed < failures ? Math.ceil(failed * (window + 1 - clock() / windowMs)) : 0 // a lock has ended
      },
      // A new round counts from 0; running attempts still end in their own round.
      restart: () => store.save(kind, roundKey, round + 1, { expiresAt }),
    }
  }
}

const noop = async () => {}
const unlimitedSlot: AttemptSlot = { release: noop, releaseAndResetFailures: noop, recordFailure: noop }

/** The window of an allowance of 0 failures, which counts nothing. */
const unlimited: AttemptWindow = {
  lockedUntil: async () => undefined,
  knownLockedUntil: () => undefined,
  acquireSlot: async () => unlimitedSlot,
  addFailure: noop,
}

/** Returns a key of fixed length, because names can have any characters and any length. */
function keyOf(text: string): string {
  return hash('sha256', text, 'base64url')
}
