/**
 * How often something was done within a window of time.
 */
import { type Window, Windows } from './windows.ts'

export interface Meter {
  /** Adds to the count of a key, which begins anew when the window is over; answers the new count. */
  add(key: string, addition: Addition): number | Promise<number>
}

export interface Addition {
  by: number
  /** Milliseconds since the epoch. */
  now: number
  /** When the window ends. */
  endsAt: number
  /** Once the count is above it nobody needs to know how far. */
  enough: number
}

/** Adds to a count that every worker shares; answers the new sum. */
export type SharedCount = (key: string, by: number, expiresAt: number) => Promise<number>

/** Exact within this process. */
export function processMeter(): Meter {
  const windows = new Windows<Window>()

  return {
    add(key, { by, now, endsAt }) {
      const window = windows.find(key, endsAt) ?? windows.begin(key, { endsAt, count: 0 }, now)
      window.count += by
      return window.count
    },
  }
}

interface Gathered extends Window {
  /** Counted here, and not yet told to the others. */
  untold: number
}

const tellAfterMs = 500

/** For limits that refuse nobody: answers at once, and knows of the other workers' calls half a second later. */
export function gatheringMeter(count: SharedCount, onError: (error: unknown) => void): Meter {
  const windows = new Windows<Gathered>()
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
    add(key, { by, now, endsAt }) {
      const window = windows.find(key, endsAt) ?? windows.begin(key, { endsAt, count: 0, untold: 0 }, now)
      window.untold += by
      if (!isTelling) setTimeout(tell, tellAfterMs).unref()
      isTelling = true
      return window.count + window.untold
    },
  }
}

export function windowKey(key: string, endsAt: number): string {
  return `${key} ${endsAt}`
}
