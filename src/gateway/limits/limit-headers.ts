/**
 * What an answer tells about limits: the product's fields, and those of draft-ietf-httpapi-ratelimit-headers.
 */
import type { Reading } from './count.ts'

const families = [
  ['rate', 'X-RateLimit'],
  ['burst', 'X-BurstLimit'],
] as const

/** The fields, names and values in turn. */
export function limitHeaders(readings: readonly Reading[]): string[] {
  const headers: string[] = []
  for (const [kind, family] of families) {
    const own = readings.filter((each) => each.kind === kind)
    if (own.length === 0) continue
    headers.push(
      `${family}-Limit`,
      own.map(({ name, calls }) => `name=${printable(name)},${calls};`).join(' '),
    )
    headers.push(
      `${family}-Remaining`,
      own.map(({ name, remaining }) => `name=${printable(name)},${remaining};`).join(' '),
    )
    const used = own.filter(({ remaining }) => remaining === 0)
    if (used.length > 0)
      headers.push(
        `${family}-Reset`,
        used.map(({ name, secondsLeft }) => `name=${printable(name)},${secondsLeft};`).join(' '),
      )
  }
  headers.push('RateLimit-Policy', readings.map(policyOf).join(', '))
  headers.push('RateLimit', readings.map(stateOf).join(', '))
  return headers
}

function printable(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, '?')
}

/** A string of a structured field: RFC 9651 section 3.3.3. */
function quoted({ label }: Reading): string {
  return `"${printable(label).replace(/["\\]/g, '\\$&')}"`
}

function policyOf(reading: Reading): string {
  return `${quoted(reading)};q=${reading.calls};w=${reading.intervalSeconds}`
}

function stateOf(reading: Reading): string {
  return `${quoted(reading)};r=${reading.remaining};t=${reading.secondsLeft}`
}
