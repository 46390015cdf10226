/**
 * The time of the database, which all nodes share, so that clocks of machines that differ bend no expiry.
 *
 * The clock runs on the timer of the process between two measurements; a correction of the machine's clock has no
 * effect on it.
 */

/** A clock that follows another one. */
export interface DatabaseClock {
  /** Returns milliseconds since the epoch by the clock of the database. Never returns less than before. */
  now(): number
  /** Measures the difference. `readTime` returns the database's time in milliseconds since the epoch. */
  measure(readTime: () => Promise<number>): Promise<void>
}

/** Returns a clock that shows the time of this machine until it is measured. `timer` counts milliseconds. */
export function openDatabaseClock(timer: () => number = () => performance.now()): DatabaseClock {
  let offset = Date.now() - timer()
  let last = 0

  return {
    now() {
      last = Math.max(last, Math.round(timer() + offset))
      return last
    },

    async measure(readTime) {
      const sentAt = timer()
      const time = await readTime()
      const receivedAt = timer()
      offset = time - (sentAt + receivedAt) / 2
    },
  }
}
