/** Counters of calls within a window of time. */
import { type CountWindow, CountWindows } from './count-windows.ts'

export interface CallCounter {
  /** Adds to the count of a key and returns the new count. The count starts at zero in each window. */
  add(key: string, addition: CounterAddition): number | Promise<number>
}

export interface CounterAddition {
  amount: number
  /** The current time, in milliseconds since the epoch. */
  now: number
  /** When the window ends, in milliseconds since the epoch. */
  endsAt: number
  /** The count above which the exact count no longer matters. */
  limit: number
}

/**
 * Adds to a count that all workers share, and returns the new sum. The count is deleted at `expiresAt`, in
 * milliseconds since the epoch.
 */
export type AddToSharedCount = (key: string, by: number, expiresAt: number) => Promise<number>

/** Returns a counter that is exact within this process. */
export function createProcessCounter(): CallCounter {
  const windows = new CountWindows<CountWindow>()

  return {
    add(key, { amount, now, endsAt }) {
      const window = windows.find(key, endsAt) ?? windows.begin(key, { endsAt, count: 0 }, now)
      window.count += amount
      return window.count
    },
  }
}

interface EventualWindow extends CountWindow {
  /** The calls beyond `count` that were not added to the shared count yet. */
  pending: number
}

const flushDelayMs = 500

/**
 * Returns a counter for limits that reject nothing. It answers at once; calls of other workers are included half
 * a second later. Calls that could not be added to the shared count are added with later ones.
 */
export function createEventualCounter(count: AddToSharedCount, onError: (error: unknown) => void): CallCounter {
  const windows = new CountWindows<EventualWindow>()
  let isFlushScheduled = false

  function flush(): void {
    isFlushScheduled = false
    for (const [key, window] of windows.entries()) {
      const { pending, endsAt } = window
      if (pending === 0) continue
      window.pending = 0
      window.count += pending // until the sum of all workers is known
      count(buildCountKey(key, endsAt), pending, endsAt).then(
        (sum) => {
          window.count = sum
        },
        (error) => {
          window.count -= pending
          window.pending += pending // the next flush adds them
          onError(error)
        },
      )
    }
  }

  return {
    add(key, { amount, now, endsAt }) {
      const window = windows.find(key, endsAt) ?? windows.begin(key, { endsAt, count: 0, pending: 0 }, now)
      window.pending += amount
      if (!isFlushScheduled) setTimeout(flush, flushDelayMs).unref()
      isFlushScheduled = true
      return window.count + window.pending
    },
  }
}

export function buildCountKey(key: string, endsAt: number): string {
  return `${key} ${endsAt}`
}
