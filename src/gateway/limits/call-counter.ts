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
export function processCounter(): CallCounter {
  const windows = new CountWindows<CountWindow>()

  return {
    add(key, { amount, now, endsAt }) {
      const window = windows.find(key, endsAt) ?? windows.begin(key, { endsAt, count: 0 }, now)
      window.count += amount
      return window.count
    },
  }
}

interface Gathered extends CountWindow {
  /** The part of the count that was not added to the shared count yet. */
  untold: number
}

const tellAfterMs = 500

/**
 * Returns a counter for limits that reject nothing. It answers at once; calls of other workers are included half
 * a second later.
 */
export function eventualCounter(count: AddToSharedCount, onError: (error: unknown) => void): CallCounter {
  const windows = new CountWindows<Gathered>()
  let isTelling = false

  function tell(): void {
    isTelling = false
    for (const [key, window] of windows.entries()) {
      const { untold, endsAt } = window
      if (untold === 0) continue
      window.untold = 0
      count(windowKey(key, endsAt), untold, endsAt).then((sum) => {
        window.count = sum
      }, onError)
    }
  }

  return {
    add(key, { amount, now, endsAt }) {
      const window = windows.find(key, endsAt) ?? windows.begin(key, { endsAt, count: 0, untold: 0 }, now)
      window.untold += amount
      if (!isTelling) setTimeout(tell, tellAfterMs).unref()
      isTelling = true
      return window.count + window.untold
    },
  }
}

export function windowKey(key: string, endsAt: number): string {
  return `${key} ${endsAt}`
}
