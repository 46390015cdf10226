/**
 * The addresses at which an account has signed in, so that guessing elsewhere does not keep its owner out. Kept in the
 * store for 30 days after the last sign-in, for all processes and over restarts.
 */
import { hash } from 'node:crypto'

import { LRUCache } from 'lru-cache'
import type { Log } from '../lib/output/log.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { StateStore } from '../storage/index.ts'

export interface FamiliarAddresses {
  /** `pair` names an account and an address. */
  has(pair: string): Promise<boolean>
  /** Notes a sign-in; at most one write a day for each pair and process. */
  record(pair: string): Promise<void>
}

const dayMs = 86_400_000
const keptMs = 30 * dayMs

export function openFamiliarAddresses(
  store: StateStore,
  kind: string,
  clock: Clock,
  log: Log,
): FamiliarAddresses {
  /** Pair to the time at which its record must be written again. */
  const noted = new LRUCache<string, number>({ max: 10_000 })

  return {
    async has(pair) {
      const renewAt = noted.get(pair)
      if (renewAt !== undefined && renewAt > clock()) return true
      return (await store.find(kind, keyOf(pair))) !== undefined
    },

    async record(pair) {
      const now = clock()
      const renewAt = noted.get(pair)
      if (renewAt !== undefined && renewAt > now && renewAt <= now + dayMs) return
      try {
        await store.save(kind, keyOf(pair), true, { expiresAt: now + keptMs })
        noted.set(pair, now + dayMs)
      } catch (error) {
        log.warn({ err: error }, 'the address of a sign-in could not be stored')
      }
    },
  }
}

function keyOf(pair: string): string {
  return hash('sha256', `familiar ${pair}`, 'base64url')
}
