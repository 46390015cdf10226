/** Opens the counters that `SLUICE_COUNTERS` names. */
import { findFailure } from '../lib/collections/attempt.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { CounterStore, StateStore } from './contract/state-store.ts'
import { buildCounterBreaker, countProbe } from './counter-breaker.ts'
import type { CounterFallback } from './counter-fallback.ts'
import type { RecordOperation } from './monitor-writes.ts'
import { parseRedisLocation } from './redis/redis-location.ts'

/** Where the counters are, and what happens while they cannot be reached. */
export interface CounterSettings {
  /** The value of `SLUICE_COUNTERS`: `store`, or the URL of Redis. */
  url: string
  /** The counters of plan limits. */
  limits: CounterFallback
  /** The counters of failed attempts to prove a password or a secret. */
  attempts: CounterFallback
}

/** The state store, and whether gateways on other machines share it. */
export interface CounterStoreDeps {
  store: StateStore
  isShared: boolean
  clock: Clock
  /** Called after each operation of counters on another machine. */
  onOperation?: RecordOperation
}

/** How long a count in a database may take, in milliseconds: longer than in Redis, because it waits for a disk. */
const databaseTimeoutMs = 3_000
/** From when on an operation of Redis is slow, in milliseconds. */
const slowRedisMs = 500

/**
 * Opens the counters of the state store (`store`) or of Redis by its URL. Counters on another machine are behind a
 * circuit breaker. The first operation tells whether they can be used; Redis has two seconds for it.
 */
export async function openCounterStore(url: string, { store, isShared, clock, onOperation }: CounterStoreDeps) {
  // The circuit is closed at first: without a first operation, `problem` would report nothing while counters are away.
  const probe = (counters: CounterStore) => countProbe(counters, clock).catch(() => {})
  if (url === 'store') {
    if (!isShared) return { counters: store, problem: () => undefined, close: async () => {} }
    const counters = buildCounterBreaker(store, { clock, timeoutMs: databaseTimeoutMs, onOperation })
    void probe(counters)
    return { counters, problem: counters.problem, close: async () => counters.close() }
  }
  const { openRedisCounters } = await import('./redis/redis-counters.ts')
  const redis = openRedisCounters({ url, clock })
  const counters = buildCounterBreaker(redis, { clock, slowMs: slowRedisMs, onOperation })
  await redis.attempted
  await probe(counters)
  return {
    counters,
    /** Returns why the counters cannot be used at present; undefined while they can. */
    problem: counters.problem,
    async close(): Promise<void> {
      counters.close()
      await redis.close()
    },
  }
}

/** Returns what is wrong with a value of `SLUICE_COUNTERS`; undefined when it is accepted. Never returns the password. */
export function findCounterUrlMistake(url: string): string | undefined {
  if (url === 'store') return undefined
  return findFailure(() => void parseRedisLocation(url))
}
