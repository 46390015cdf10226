/**
 * What an answer tells about limits: the product's fields, and those of draft-ietf-httpapi-ratelimit-headers.
 */
import type { Limit } from '../../config/types.ts'

export interface Reading {
  limit: Limit
  calls: number
  remaining: number
  secondsLeft: number
}

const families = [
  ['rate', 'X-RateLimit'],
  ['burst', 'X-BurstLimit'],
] as const

/** Adds the fields to a flat list of names and values. */
export function addLimitHeaders(headers: string[], readings: readonly Reading[]): void {
  for (const [kind, family] of families) {
    const own = readings.filter(({ limit }) => limit.kind === kind)
    if (own.length === 0) continue
    headers.push(
      `${family}-Limit`,
      own.map(({ limit, calls }) => `name=${printable(limit.name)},${calls};`).join(' '),
    )
    headers.push(
      `${family}-Remaining`,
      own.map(({ limit, remaining }) => `name=${printable(limit.name)},${remaining};`).join(' '),
    )
    const used = own.filter(({ remaining }) => remaining === 0)
    if (used.length > 0)
      headers.push(
        `${family}-Reset`,
        used.map(({ limit, secondsLeft }) => `name=${printable(limit.name)},${secondsLeft};`).join(' '),
      )
  }
  headers.push('RateLimit-Policy', readings.map(policyOf).join(', '))
  headers.push('RateLimit', readings.map(stateOf).join(', '))
}

function printable(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, '?')
}

/** A string of a structured field: RFC 9651 section 3.3.3. */
function quoted({ kind, name }: Limit): string {
  const text = printable(kind === 'burst' ? `burst-${name}` : name)
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

function policyOf({ limit, calls }: Reading): string {
  return `${quoted(limit)};q=${calls};w=${limit.intervalSeconds}`
}

function stateOf({ limit, remaining, secondsLeft }: Reading): string {
  return `${quoted(limit)};r=${remaining};t=${secondsLeft}`
}
