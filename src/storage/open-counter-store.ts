/** Opens the counters that `SLUICE_COUNTERS` names. */

import { hideCredentials } from '../lib/output/hide-credentials.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { CounterStore } from './contract/counter-store.ts'
import type { StateStore } from './contract/state-store.ts'
import type { CounterFallback } from './counter-fallback.ts'

/** Where the counters are, and what happens while they cannot be reached. */
export interface CounterSettings {
  /** The value of `SLUICE_COUNTERS`: `store`, or the URL of a Redis server. */
  url: string
  /** For plan limits. */
  limits: CounterFallback
  /** For failed attempts to prove a password or a secret. */
  attempts: CounterFallback
}

/** Counters, and the function that closes what was opened for them. */
export interface OpenedCounterStore {
  counters: CounterStore
  close(): Promise<void>
}

/**
 * Opens the counters: those of the state store for `store`, or a Redis server by its URL. The client of Redis is loaded
 * when it is needed. Does not wait for the connection.
 */
export async function openCounterStore(
  url: string,
  store: StateStore,
  clock: Clock,
): Promise<OpenedCounterStore> {
  if (url === 'store') return { counters: store, close: async () => {} }
  const { openRedisCounters } = await import('./redis/redis-counters.ts')
  const counters = openRedisCounters({ url, clock })
  return { counters, close: counters.close }
}

/** Returns what is wrong with a value of `SLUICE_COUNTERS`; undefined when it is accepted. Never returns the password. */
export function findCounterUrlMistake(url: string): string | undefined {
  if (url === 'store') return undefined
  if (/^rediss?:\/\//.test(url) && URL.parse(url)?.hostname) return undefined
  return `found ${hideCredentials(url)}; accepted are store, redis://HOST:PORT and rediss://USER:PASSWORD@HOST:PORT`
}
