/**
 * What an answer tells about limits: the product's fields, and those of draft-ietf-httpapi-ratelimit-headers.
 *
 * What never changes about a limit is written once, when it is prepared.
 */

import type { CallLimit } from '../../config/types/index.ts'
import type { LimitHeaderParts, LimitReading } from '../call/limit-reading.ts'

export function buildLimitHeaderParts(
  { kind, name, intervalSeconds }: CallLimit,
  label: string,
  calls: number,
): LimitHeaderParts {
  const own = `name=${printable(name)},`
  const quoted = `"${printable(label).replace(/["\\]/g, '\\$&')}"` // a string of a structured field, RFC 9651 3.3.3
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

/** Adds the fields, names and values in turn. */
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

/** Adds a field that holds what there is to say of each reading; no field where there is nothing to say. */
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
