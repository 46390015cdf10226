/**
 * Remembers the IP addresses at which an account has signed in, so that failed attempts elsewhere do not lock out
 * its owner. The store keeps them for 30 days after the last sign-in, for all processes and over restarts.
 */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { limitEntries } from '../lib/caches/limit-entries.ts'
import type { Log } from '../lib/output/log.ts'
import type { Clock } from '../lib/time/clock.ts'
import { dayMs } from '../lib/time/durations.ts'
import type { StateStore } from '../storage/index.ts'

const recordLifeMs = 30 * dayMs

/** `kind` is the kind of the store's records that hold the addresses. */
export function openFamiliarAddresses(store: StateStore, kind: string, clock: Clock, log: Log) {
  /** Maps a pair to the time at which its record must be written again. */
  const renewTimes = new LRUCache<string, number>(limitEntries(10_000))

  return {
    /** Returns whether the account has signed in at the address. `pair` is an `exactAccountKey`. Throws store errors. */
    async has(pair: string): Promise<boolean> {
      const renewAt = renewTimes.get(pair)
      if (renewAt !== undefined && renewAt > clock()) return true
      return (await store.find(kind, keyOf(pair))) !== undefined
    },

    /** Records a sign-in, with at most one write a day for each pair and process. Logs a failing store. */
    async record(pair: string): Promise<void> {
      const now = clock()
      const renewAt = renewTimes.get(pair)
      if (renewAt !== undefined && renewAt > now && renewAt <= now + dayMs) return
      try {
        await store.save(kind, keyOf(pair), true, { expiresAt: now + recordLifeMs })
        renewTimes.set(pair, now + dayMs)
      } catch (error) {
        log.warn({ err: error }, 'the address of a sign-in could not be stored')
      }
    },
  }
}

function keyOf(pair: string): string {
  return hash('sha256', `familiar ${pair}`, 'base64url')
}
