/**
 * How often something was done within a window of time.
 */
export interface Meter {
  /** Adds to the count of a key, which begins anew when the window is over; answers the new count. */
  add(key: string, addition: Addition): number | Promise<number>
}

export interface Addition {
  by: number
  /** When the window ends, milliseconds since the epoch. */
  endsAt: number
  /** Once the count is above it nobody needs to know how far. */
  enough: number
}

/** Adds to a count that every worker shares; answers the new sum. */
export type SharedCount = (key: string, by: number, expiresAt: number) => Promise<number>

export interface Window {
  endsAt: number
  count: number
}

export const tidyAbove = 10_000

/** Exact within this process. */
export function processMeter(): Meter {
  const windows = new Map<string, Window>()

  return {
    add(key, { by, endsAt }) {
      const window = windows.get(key)
      if (window?.endsAt === endsAt) {
        window.count += by
        return window.count
      }
      if (windows.size > tidyAbove) forgetPast(windows, endsAt)
      windows.set(key, { endsAt, count: by })
      return by
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
  const windows = new Map<string, Gathered>()
  let isTelling = false

  function tell(): void {
    isTelling = false
    for (const [key, window] of windows) {
      const { untold, endsAt } = window
      if (untold === 0) continue
      window.untold = 0
      count(windowKey(key, endsAt), untold, endsAt).then((sum) => {
        window.count = sum
      }, onError)
    }
  }

  return {
    add(key, { by, endsAt }) {
      let window = windows.get(key)
      if (window?.endsAt !== endsAt) {
        if (windows.size > tidyAbove) forgetPast(windows, endsAt)
        window = { endsAt, count: 0, untold: 0 }
        windows.set(key, window)
      }
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

export function forgetPast(windows: Map<string, Window>, now: number): void {
  for (const [key, { endsAt }] of windows) if (endsAt < now) windows.delete(key)
}
