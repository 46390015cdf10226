/** Counters of calls within a window of time. */
import type { Clock } from '../../../shared/lib/time/clock.ts'
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

/** Adds to a count of all workers and returns the sum. It is deleted at `expiresAt` (milliseconds, epoch). */
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
  /** The time of the call for which the shared count was read last, in milliseconds since the epoch. */
  readAt: number
  /** Settles when calls can go on that wait for the shared count; undefined while none waits. */
  reading: Promise<void> | undefined
}

/** The time for which a worker counts on its own, from the shared count that it has read. */
const maxAgeMs = 500
/** Calls that go on are added before the count is too old, so that none of them waits for it. */
const flushMs = maxAgeMs / 2

/**
 * Returns a counter for limits that reject nothing. A call waits for the shared count when its worker has not read
 * it for half a second. All others are counted at once, and added to the shared count a quarter of a second later. What
 * could not be added is added a quarter of a second later again, until its window ends. `onError` is called once for each outage.
 */
export function createEventualCounter(
  count: AddToSharedCount,
  clock: Clock,
  onError: (error: unknown) => void,
): CallCounter & { close(): Promise<void> } {
  const windows = new CountWindows<EventualWindow>()
  let isFlushScheduled = false
  let isFailing = false

  async function flush(): Promise<void> {
    isFlushScheduled = false
    const now = clock()
    const due = [...windows.entries()].filter(([, { pending, endsAt }]) => pending > 0 && endsAt > now)
    await Promise.all(due.map(([key, window]) => read(key, window, now)))
  }

  function scheduleFlush(): void {
    if (!isFlushScheduled) setTimeout(flush, flushMs).unref()
    isFlushScheduled = true
  }

  /** Adds the pending calls to the shared count and reads it. */
  function read(key: string, window: EventualWindow, now: number): Promise<void> {
    const { pending, endsAt } = window
    window.readAt = now
    window.pending = 0
    window.count += pending // until the sum of all workers is known
    return addToWindow(count, key, pending, endsAt).then(
      (sum) => {
        window.count = sum
        isFailing = false
      },
      (error) => {
        window.count -= pending
        window.pending += pending // the next read adds them
        scheduleFlush()
        if (!isFailing) onError(error)
        isFailing = true
      },
    )
  }

  return {
    add(key, { amount, now, endsAt }) {
      const window = windows.find(key, endsAt) ?? windows.begin(key, unread(endsAt), now)
      window.pending += amount
      if (!window.reading && now - window.readAt < maxAgeMs) {
        scheduleFlush()
        return window.count + window.pending
      }
      if (window.reading) scheduleFlush() // the read under way does not add this call
      window.reading ??= read(key, window, now).finally(() => {
        window.reading = undefined
      })
      return window.reading.then(() => window.count + window.pending)
    },

    close: flush,
  }
}

function unread(endsAt: number): EventualWindow {
  return { endsAt, count: 0, pending: 0, readAt: Number.NEGATIVE_INFINITY, reading: undefined }
}

/** How long a count outlives its window: an addition that reaches the store late must not begin again at zero. */
const lateMs = 5_000

/** Adds to the shared count of a window, which ends at `endsAt` (milliseconds since the epoch). Returns the sum. */
export function addToWindow(count: AddToSharedCount, key: string, by: number, endsAt: number): Promise<number> {
  return count(buildCountKey(key, endsAt), by, endsAt + lateMs)
}

/** Returns the key of the count of a window, which ends at `endsAt` (milliseconds since the epoch). */
export function buildCountKey(key: string, endsAt: number): string {
  return `${key} ${endsAt}`
}
