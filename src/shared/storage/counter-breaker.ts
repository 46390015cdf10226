/**
 * A circuit breaker around counters on another machine, so that an outage costs the first caller a timeout, and all
 * others nothing.
 *
 * | state | operations | next state |
 * |---|---|---|
 * | closed | run | open, after an error of the counters, an operation without an answer, or three slow ones in a row |
 * | open | fail at once | half-open, after a pause that doubles up to two seconds |
 * | half-open | fail at once while one probe runs, for which no caller waits | closed or open |
 */
import type { Clock } from '../lib/time/clock.ts'
import { minuteMs } from '../lib/time/durations.ts'
import type { CounterStore } from './contract/state-store.ts'
import { StateStoreError } from './contract/state-store-error.ts'
import type { RecordOperation } from './monitor-writes.ts'

/** Counts once, to learn whether the counters can be used. */
export function countProbe(counters: CounterStore, clock: Clock): Promise<number> {
  return counters.count('probe', String(process.pid), 1, clock() + minuteMs)
}

/** Counters behind a circuit breaker. */
export interface GuardedCounters extends CounterStore {
  /** Returns why operations fail at present; undefined while the circuit is closed. */
  problem(): string | undefined
  /** Ends the probes. */
  close(): void
}

/** The dependencies and limits of a circuit breaker. Times are in milliseconds. */
export interface CounterBreakerOptions {
  clock: Clock
  /** How long an operation may take before it fails as undecided; undefined where the counters have a limit of their own. */
  timeoutMs?: number
  /** From when on an operation is slow. */
  slowMs?: number
  /** Counts milliseconds. */
  timer?: () => number
  /** Called after each operation that reached the counters. */
  onOperation?: RecordOperation | undefined
}

type BreakerState =
  | { name: 'closed'; slowInARow: number; lastSlowAt: number }
  | { name: 'open' | 'half-open'; reason: string; failedProbes: number }

const maxSlowInARow = 3
const minPauseMs = 100
const maxPauseMs = 2_000

/** Returns the counters behind a closed circuit. While it is open, they reject with `unavailable` at once. */
export function buildCounterBreaker(counters: CounterStore, options: CounterBreakerOptions): GuardedCounters {
  const { clock, timeoutMs, slowMs = Number.POSITIVE_INFINITY, timer = () => performance.now(), onOperation } = options
  let state: BreakerState = closed()
  let pause: NodeJS.Timeout | undefined

  return {
    find: (...given) => run((each) => each.find(...given)),
    save: (...given) => run((each) => each.save(...given)),
    count: (...given) => run((each) => each.count(...given)),
    remove: (...given) => run((each) => each.remove(...given)),
    problem: () => (state.name === 'closed' ? undefined : state.reason),
    close: () => clearTimeout(pause),
  }

  /** The outcome of an operation counts only while the circuit has been closed since its beginning. */
  async function run<T>(operation: (store: CounterStore) => Promise<T>): Promise<T> {
    if (state.name !== 'closed') throw new StateStoreError('unavailable', state.reason)
    const period = state
    const startedAt = timer()
    try {
      const result = await within(timeoutMs, operation(counters))
      const now = timer()
      onOperation?.(now - startedAt, undefined)
      if (period === state) recordDuration(period, startedAt, now)
      return result
    } catch (error) {
      if (error instanceof StateStoreError) onOperation?.(timer() - startedAt, error.code)
      if (period === state && isOutage(error)) open(error.message, 0)
      throw error
    }
  }

  /** Slow operations at the same time count once, because one pause of this process makes all of them slow. */
  function recordDuration(period: Extract<BreakerState, { name: 'closed' }>, startedAt: number, now: number): void {
    if (now - startedAt < slowMs) {
      period.slowInARow = 0
      return
    }
    if (startedAt < period.lastSlowAt) return
    period.lastSlowAt = now
    period.slowInARow += 1
    if (period.slowInARow === maxSlowInARow) open(slowText(now - startedAt), 0)
  }

  function open(reason: string, failedProbes: number): void {
    state = { name: 'open', reason, failedProbes }
    const pauseMs = Math.min(minPauseMs * 2 ** failedProbes, maxPauseMs)
    pause = setTimeout(() => void probe(reason, failedProbes), pauseMs).unref()
  }

  async function probe(reason: string, failedProbes: number): Promise<void> {
    state = { name: 'half-open', reason, failedProbes }
    const startedAt = timer()
    try {
      await within(timeoutMs, countProbe(counters, clock))
      const tookMs = timer() - startedAt
      if (tookMs < slowMs) state = closed()
      else open(slowText(tookMs), failedProbes + 1)
    } catch (error) {
      open((error as Error).message, failedProbes + 1)
    }
  }
}

function closed(): BreakerState {
  return { name: 'closed', slowInARow: 0, lastSlowAt: Number.NEGATIVE_INFINITY }
}

function slowText(tookMs: number): string {
  return `the counters are slow: an operation took ${Math.round(tookMs)} ms`
}

/** Returns whether an error tells that the counters are away, and not that one operation is wrong. */
function isOutage(error: unknown): error is StateStoreError {
  return error instanceof StateStoreError && error.code !== 'closed'
}

/** Returns the result, or rejects with `failed` when there is none in time. */
async function within<T>(timeoutMs: number | undefined, operation: Promise<T>): Promise<T> {
  if (timeoutMs === undefined) return operation
  let timeout: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timeout = setTimeout(
      () => reject(new StateStoreError('failed', `the counters gave no answer within ${timeoutMs} ms`)),
      timeoutMs,
    )
  })
  try {
    return await Promise.race([operation, late])
  } finally {
    clearTimeout(timeout)
  }
}
