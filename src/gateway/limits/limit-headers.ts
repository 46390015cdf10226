/**
 * Renders the response headers about limits: those of API Connect, and those of
 * draft-ietf-httpapi-ratelimit-headers.
 *
 * The texts that are the same for all calls are rendered once, when the limit is prepared.
 */

import type { CallLimit } from '../../config/types/index.ts'
import type { LimitHeaderParts, LimitReading } from '../call/limit-reading.ts'

export function buildLimitHeaderParts(
  { kind, name, intervalSeconds }: CallLimit,
  label: string,
  calls: number,
): LimitHeaderParts {
  const own = `name=${printable(name)},`
  const quoted = `"${printable(label).replace(/["\\]/g, '\\$&')}"` // a quoted string of a structured field, RFC 9651 section 3.3.3
  return {
    kind,
    name: own,
    limit: `${own}${calls};`,
    policy: `${quoted};q=${calls};w=${intervalSeconds}`,
    state: `${quoted};r=`,
  }
}

const families = [
  ['rate', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
  ['burst', 'X-BurstLimit-Limit', 'X-BurstLimit-Remaining', 'X-BurstLimit-Reset'],
] as const

/** Appends the headers to a flat list of names and values, like `rawHeaders`. */
export function addLimitHeaders(headers: string[], readings: readonly LimitReading[]): void {
  for (const [kind, limit, remaining, reset] of families) {
    add(headers, limit, ' ', readings, (each) =>
      each.headerParts.kind === kind ? each.headerParts.limit : '',
    )
    add(headers, remaining, ' ', readings, (each) =>
      each.headerParts.kind === kind ? remainingOf(each) : '',
    )
    add(headers, reset, ' ', readings, (each) => (each.headerParts.kind === kind ? resetOf(each) : ''))
  }
  add(headers, 'RateLimit-Policy', ', ', readings, ({ headerParts }) => headerParts.policy)
  add(headers, 'RateLimit', ', ', readings, stateOf)
}

/** Appends a header that joins the texts of all readings; no header when all texts are empty. */
function add(
  headers: string[],
  field: string,
  separator: string,
  readings: readonly LimitReading[],
  say: (reading: LimitReading) => string,
): void {
  let value = ''
  for (const reading of readings) {
    const part = say(reading)
    if (part !== '') value = value === '' ? part : value + separator + part
  }
  if (value !== '') headers.push(field, value)
}

function remainingOf({ headerParts, remaining }: LimitReading): string {
  return `${headerParts.name}${remaining};`
}

function resetOf({ headerParts, remaining, secondsLeft }: LimitReading): string {
  return remaining === 0 ? `${headerParts.name}${secondsLeft};` : ''
}

function stateOf({ headerParts, remaining, secondsLeft }: LimitReading): string {
  return `${headerParts.state}${remaining};t=${secondsLeft}`
}

function printable(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, '?')
}
