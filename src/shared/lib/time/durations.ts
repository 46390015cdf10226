/** Lengths of time in milliseconds. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Returns a time in microseconds for the measurement of durations. It has no relation to the time of day. */
export function readMicroseconds(): number {
  return performance.now() * 1000
}
