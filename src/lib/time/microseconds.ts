/** Returns a time in microseconds for the measurement of durations. It has no relation to the time of day. */
export function readMicroseconds(): number {
  return performance.now() * 1000
}
