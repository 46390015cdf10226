/**
 * What an answer tells about limits: the product's fields, and those of draft-ietf-httpapi-ratelimit-headers.
 *
 * What never changes about a limit is written once, when it is prepared.
 */
import type { Limit } from '../../config/types/index.ts'
import type { Reading } from './count.ts'

/** The parts of a limit's fields that stay the same. */
export interface LimitWords {
  kind: Limit['kind']
  /** `name=default,` */
  name: string
  /** `name=default,100;` */
  limit: string
  /** `"default";q=100;w=3600` */
  policy: string
  /** `"default";r=` */
  state: string
}

export function limitWords({ kind, name, intervalSeconds }: Limit, label: string, calls: number): LimitWords {
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
export function addLimitHeaders(headers: string[], readings: readonly Reading[]): void {
  for (const [kind, limit, remaining, reset] of families) {
    add(headers, limit, ' ', readings, (each) => (each.words.kind === kind ? each.words.limit : ''))
    add(headers, remaining, ' ', readings, (each) => (each.words.kind === kind ? remainingOf(each) : ''))
    add(headers, reset, ' ', readings, (each) => (each.words.kind === kind ? resetOf(each) : ''))
  }
  add(headers, 'RateLimit-Policy', ', ', readings, ({ words }) => words.policy)
  add(headers, 'RateLimit', ', ', readings, stateOf)
}

/** Adds a field that holds what there is to say of each reading; no field where there is nothing to say. */
function add(
  headers: string[],
  field: string,
  separator: string,
  readings: readonly Reading[],
  say: (reading: Reading) => string,
): void {
  let value = ''
  for (const reading of readings) {
    const part = say(reading)
    if (part !== '') value = value === '' ? part : value + separator + part
  }
  if (value !== '') headers.push(field, value)
}

function remainingOf({ words, remaining }: Reading): string {
  return `${words.name}${remaining};`
}

function resetOf({ words, remaining, secondsLeft }: Reading): string {
  return remaining === 0 ? `${words.name}${secondsLeft};` : ''
}

function stateOf({ words, remaining, secondsLeft }: Reading): string {
  return `${words.state}${remaining};t=${secondsLeft}`
}

function printable(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, '?')
}
