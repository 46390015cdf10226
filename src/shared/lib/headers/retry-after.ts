/**
 * Parses the Retry-After header.
 *
 * RFC 9110 section 10.2.3.
 */

/** Returns the seconds from `now` (milliseconds) that the header names, rounded up; undefined when malformed. */
export function parseRetryAfter(field: string | undefined, now: number): number | undefined {
  const text = field?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)

  const moment = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(moment) ? undefined : Math.max(0, Math.ceil((moment - now) / 1000))
}
