/**
 * Failed attempts within a window of time, counted exactly over all processes that share the store.
 *
 * An attempt takes a place before it is checked, so that a thousand guesses at once are no better than a thousand in a
 * row. An attempt that was right returns its place, one that failed keeps it. The failure that takes the last place
 * locks the name, for as long as the window is.
 */
import { hash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import { LRUCache } from 'lru-cache'

import type { Clock } from '../lib/time/clock.ts'
import type { StateStore } from '../storage/index.ts'
import type { AttemptAllowance } from './attempt-allowances.ts'

export interface AttemptWindow {
  /** When the lock of a name ends, in milliseconds since the epoch; undefined when it is not locked. */
  lockedUntil(name: string): Promise<number | undefined>
  /** The same as far as this process knows, without asking the store. */
  knownLockedUntil(name: string): number | undefined
  /** Takes a place; false when there is none. Waits for places that attempts under way may return. */
  acquireSlot(name: string): Promise<AttemptSlot | false>
  /** Counts a failure of an attempt that took no place. */
  addFailure(name: string): Promise<void>
}

/** A place that an attempt has taken. Exactly one of these ends it. */
export interface AttemptSlot {
  release(): Promise<void>
  /** Gives back, and forgets the failures before. */
  releaseAndResetFailures(): Promise<void>
  recordFailure(): Promise<void>
}

export interface AttemptWindowOptions extends AttemptAllowance {
  store: StateStore
  /** The kind under which the store keeps the counts. */
  kind: string
  /** What the names of this window are, to keep them apart from those of other windows of the kind. */
  purpose: string
  clock: Clock
  /** For how long this process trusts that a name which was not locked still is not. */
  lockReadMs: number
  /** How often `begin` looks for a place, 50 ms apart. */
  maxTries?: number
  /** Called by the process whose attempt locked a name. */
  onLock?: (name: string) => void
}

const lookEveryMs = 50
const remembered = 10_000 // names

export function openAttemptWindow(options: AttemptWindowOptions): AttemptWindow {
  const {
    store,
    kind,
    purpose,
    clock,
    maxFailures: failures,
    windowMs,
    lockReadMs,
    maxTries: looks = 60,
    onLock,
  } = options
  /** What the store said of a name, and when. */
  const known = new LRUCache<string, { until: number; readAt: number }>({ max: remembered })
  if (failures === 0) return unlimited

  return {
    async lockedUntil(name) {
      const now = clock()
      const last = known.get(name)
      if (last && last.until > now) return last.until
      if (last && last.readAt <= now && now - last.readAt < lockReadMs) return undefined

      const until = ((await store.find(kind, lockKey(name)))?.value as number | undefined) ?? 0
      if (until > now || lockReadMs > 0) known.set(name, { until, readAt: now })
      return until > now ? until : undefined
    },

    knownLockedUntil(name) {
      const until = known.get(name)?.until ?? 0
      return until > clock() ? until : undefined
    },

    async acquireSlot(name) {
      const count = await counterOf(name)
      for (let look = 0; look < looks; look += 1) {
        if (look > 0) await delay(lookEveryMs)
        if ((await count.add(1)) <= failures) return placeOf(name, count)
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

  function placeOf(name: string, count: Counter): AttemptSlot {
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

  /** The counter of a name in the present window. */
  async function counterOf(name: string): Promise<Counter> {
    const window = Math.floor(clock() / windowMs)
    const endsAt = (window + 1) * windowMs
    const roundKey = keyOf(`round ${purpose} ${window} ${name}`)
    const round = ((await store.find(kind, roundKey))?.value as number | undefined) ?? 0
    const key = keyOf(`count ${purpose} ${round} ${window} ${name}`)
    const failedKey = `${key} failed`
    return {
      add: (by) => store.count(kind, key, by, endsAt),
      addFailed: () => store.count(kind, failedKey, 1, endsAt),
      failed: async () => ((await store.find(kind, failedKey))?.value as number | undefined) ?? 0,
      // A new round counts from 0; attempts under way still end in theirs.
      restart: () => store.save(kind, roundKey, round + 1, { expiresAt: endsAt }),
    }
  }
}

interface Counter {
  /** Adds to the places that are taken; the new number. */
  add(by: number): Promise<number>
  addFailed(): Promise<number>
  failed(): Promise<number>
  restart(): Promise<void>
}

const nothing = async () => {}
const freePlace: AttemptSlot = { release: nothing, releaseAndResetFailures: nothing, recordFailure: nothing }

/** For an allowance of 0 failures, which counts nothing. */
const unlimited: AttemptWindow = {
  lockedUntil: async () => undefined,
  knownLockedUntil: () => undefined,
  acquireSlot: async () => freePlace,
  addFailure: nothing,
}

/** Names may hold anything and be of any length. */
function keyOf(text: string): string {
  return hash('sha256', text, 'base64url')
}
