/** Opens the counters that all gateways share: plan limits and failed attempts. */
import type { Log } from '../../../shared/lib/output/log.ts'
import { defaultMetricsRegistry, type Registry } from '../../../shared/lib/output/prometheus.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import {
  buildCounterFallback,
  type CounterFallback,
  type CounterSettings,
  openCounterStore,
  openMemoryStore,
  type StateStore,
} from '../../../shared/storage/index.ts'
import { registerOperationMetrics } from './operation-metrics.ts'

/** The open counters. */
export type AppCounters = Awaited<ReturnType<typeof openCounters>>

/** The dependencies of `openCounters`. */
export interface CounterDeps {
  store: StateStore
  /** Whether gateways on other machines share the store. */
  isShared: boolean
  clock: Clock
  log: Log
  metrics?: Registry
}

/** Opens the counters, also while a Redis server cannot be reached. */
export async function openCounters(
  { url, limits, attempts }: CounterSettings,
  { store, isShared, clock, log, metrics = defaultMetricsRegistry }: CounterDeps,
) {
  const failures = metrics.counter(
    'sluice_counter_failures_total',
    'Counts of limits and attempts that the shared counters did not do',
    ['counters'],
  )
  const onOperation = registerOperationMetrics('counters', metrics)
  const opened = await openCounterStore(url, { store, isShared, clock, onOperation })
  const local = openMemoryStore({ clock })
  const build = (what: 'limits' | 'attempts', fallback: CounterFallback) =>
    buildCounterFallback(opened.counters, {
      what,
      fallback,
      local,
      log,
      onFallback: () => failures.inc({ counters: what }),
    })

  return {
    // The data plane lets calls pass that cannot be counted, so it needs the error.
    limits: build('limits', limits === 'pass' ? 'reject' : limits),
    attempts: build('attempts', attempts),
    /** Whether calls that cannot be counted are rejected. */
    rejectsUncounted: limits === 'reject',
    /** Returns why the counters cannot be used at present; undefined while they can. */
    problem: opened.problem,
    async close(): Promise<void> {
      await Promise.all([opened.close(), local.close()])
    },
  }
}
