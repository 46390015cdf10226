/**
 * A count of tries within a window, exact over all processes: those under way and those that failed fill it, and
 * those that were right make room again.
 */
import { hash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import { LRUCache } from 'lru-cache'

import type { Clock } from '../../lib/clock.ts'
import type { Store } from '../../storage/index.ts'

export interface Allowance {
  failures: number
  windowMs: number
}

export interface Tries {
  /** Takes a place, or says when there will be one again. */
  begin(name: string, allowance: Allowance): Promise<Try | Full>
}

export interface Full {
  /** Milliseconds since the epoch. */
  fullUntil: number
  /** This process did not know before. */
  isNews: boolean
}

/** A place that was taken; one of these ends it. */
export interface Try {
  /** It was right, or nobody can say: the place is free again. */
  giveBack(): Promise<void>
  /** It was wrong. */
  fail(): Promise<void>
}

const waitMs = 50
const waits = 60

export function openTries(store: Store, kind: string, clock: Clock): Tries {
  /** Counters that are full of failures, and until when: nobody need ask the store about them. */
  const full = new LRUCache<string, number>({ max: 10_000 })

  return {
    async begin(name, { failures, windowMs }) {
      const window = Math.floor(clock() / windowMs)
      const endsAt = (window + 1) * windowMs
      const key = hash('sha256', `${window} ${name}`, 'base64url')
      if (full.has(key)) return { fullUntil: endsAt, isNews: false }

      // A crowd that is being checked at this moment is waited for; only failures fill the count for good.
      for (let wait = 0; wait < waits; wait += 1) {
        if (wait > 0) await delay(waitMs)
        if ((await count(key, 1, endsAt)) <= failures) return tryOf(key, endsAt)
        await count(key, -1, endsAt)
        if ((await failed(key)) >= failures) break
      }
      const isNews = (await failed(key)) >= failures && !full.has(key)
      if (isNews) full.set(key, endsAt)
      return { fullUntil: endsAt, isNews }
    },
  }

  function tryOf(key: string, endsAt: number): Try {
    return {
      async giveBack() {
        await count(key, -1, endsAt)
      },
      async fail() {
        await count(`${key} failed`, 1, endsAt)
      },
    }
  }

  function count(key: string, by: number, endsAt: number): Promise<number> {
    return store.count(kind, key, by, endsAt)
  }

  async function failed(key: string): Promise<number> {
    return ((await store.find(kind, `${key} failed`))?.value as number | undefined) ?? 0
  }
}
