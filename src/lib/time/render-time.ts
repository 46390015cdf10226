/** Renders times as RFC 3339 has them, in UTC. */

/** Returns `2020-04-03T13:47:59.000Z` for milliseconds since the epoch. Throws `RangeError` beyond the range of a `Date`. */
export function renderTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/**
 * Returns `2020-04-03T13:47:59Z` for seconds since the epoch, as `exp` and `iat` of tokens have them; undefined for what is no number
 * or beyond the range of a `Date`.
 */
export function renderEpochSeconds(seconds: unknown): string | undefined {
  const date = new Date(Number(seconds) * 1_000)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace('.000Z', 'Z')
}
