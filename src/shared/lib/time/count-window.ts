/** The windows in which calls are counted: they follow each other without a gap, in UTC. */

/** The mean length of a month of the Gregorian calendar. An interval of whole months is counted by the calendar. */
export const monthSeconds = 2_629_746
export const weekSeconds = 604_800
const firstMondayMs = 4 * 86_400_000 // 1970-01-05

/**
 * Returns when the window of a time ends, in milliseconds since the epoch. Windows of months begin with a month,
 * windows of weeks on a Monday (ISO 8601), and all others are aligned to the epoch.
 */
export function findWindowEnd(intervalSeconds: number, nowMs: number): number {
  if (intervalSeconds % monthSeconds === 0) {
    const now = new Date(nowMs)
    const months = intervalSeconds / monthSeconds
    const current = now.getUTCFullYear() * 12 + now.getUTCMonth()
    const end = new Date(0)
    end.setUTCFullYear(0, (Math.floor(current / months) + 1) * months, 1)
    return end.getTime()
  }
  const intervalMs = intervalSeconds * 1_000
  const offsetMs = intervalSeconds % weekSeconds === 0 ? firstMondayMs : 0
  return (Math.floor((nowMs - offsetMs) / intervalMs) + 1) * intervalMs + offsetMs
}
