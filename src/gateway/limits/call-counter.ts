/**
 * How often something was done within a window of time.
 */
import { type CountWindow, CountWindows } from './count-windows.ts'

export interface CallCounter {
  /** Adds to the count of a key, which begins anew when the window is over; answers the new count. */
  add(key: string, addition: CounterAddition): number | Promise<number>
}

export interface CounterAddition {
  amount: number
  /** Milliseconds since the epoch. */
  now: number
  /** When the window ends. */
  endsAt: number
  /** Once the count is above it nobody needs to know how far. */
  limit: number
}

/** Adds to a count that every worker shares; answers the new sum. */
export type AddToSharedCount = (key: string, by: number, expiresAt: number) => Promise<number>

/** Exact within this process. */
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
  /** Counted here, and not yet told to the others. */
  untold: number
}

const tellAfterMs = 500

/** For limits that refuse nobody: answers at once, and knows of the other workers' calls half a second later. */
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
