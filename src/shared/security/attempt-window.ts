/**
 * Counts failed attempts within a window of time, exactly over all processes that share the store.
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
        if ((await count.add(1)) <= failures) return slotOf(name, count)
        await count.add(-1)
        if ((await count.failed()) >= failures) break
      }
      return false
    },

    async addFailure(name) {
      const count = await counterOf(name)
      const [, failed] = await Promise.all([count.add(1), count.addFailed()])
      if (failed >= failures) await lock(name, failed)
    },
  }

  function slotOf(name: string, count: Awaited<ReturnType<typeof counterOf>>): AttemptSlot {
    return {
      release: async () => void (await count.add(-1)),
      async releaseAndResetFailures() {
        await Promise.all([count.add(-1), (await count.failed()) > 0 && count.restart()])
      },
      async recordFailure() {
        const failed = await count.addFailed()
        if (failed >= failures) await lock(name, failed)
      },
    }
  }

  async function lock(name: string, failed: number): Promise<void> {
    const until = clock() + windowMs
    await store.save(kind, lockKey(name), until, { expiresAt: until })
    known.set(name, { until, readAt: clock() })
    if (failed === failures) onLock?.(name)
  }

  function lockKey(name: string): string {
    return keyOf(`lock ${purpose} ${name}`)
  }

  /** Returns the counter of a name in the present window. */
  async function counterOf(name: string) {
    const window = Math.floor(clock() / windowMs)
    const endsAt = (window + 1) * windowMs
    const roundKey = keyOf(`round ${purpose} ${window} ${name}`)
    const round = (await findNumber(store, kind, roundKey)) ?? 0
    const key = keyOf(`count ${purpose} ${round} ${window} ${name}`)
    const failedKey = `${key} failed`
    return {
      /** Adds to the number of acquired slots, and returns the new number. */
      add: (by: number) => store.count(kind, key, by, endsAt),
      addFailed: () => store.count(kind, failedKey, 1, endsAt),
      failed: async () => (await findNumber(store, kind, failedKey)) ?? 0,
      // A new round counts from 0; running attempts still end in their own round.
      restart: () => store.save(kind, roundKey, round + 1, { expiresAt: endsAt }),
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
