/** Reads `Cache-Control` of requests and responses: RFC 9111 section 5.2. */
import { findHeader } from '../message/headers.ts'

/** The directives by lower-case name. A directive without an argument has an empty text. */
export type CacheDirectives = ReadonlyMap<string, string>

const directive = /([!#$%&'*+.^_`|~0-9A-Za-z-]+)(?:=(?:"([^"]*)"|([^\s,"]*)))?/g
const noDirectives: CacheDirectives = new Map()
/** RFC 9111 section 1.2.2: longer times count as this one. */
const maxSeconds = 2 ** 31

/** Returns the directives of a message. `Pragma: no-cache` counts in requests without Cache-Control (section 5.4). */
export function readDirectives(headers: readonly string[]): CacheDirectives {
  const text = findHeader(headers, 'cache-control')
  if (text === undefined) {
    const isPragma = findHeader(headers, 'pragma')?.toLowerCase().includes('no-cache')
    return isPragma ? new Map([['no-cache', '']]) : noDirectives
  }
  const found = new Map<string, string>()
  for (const [, name = '', quoted, plain] of text.matchAll(directive)) {
    const lowerName = name.toLowerCase()
    if (!found.has(lowerName)) found.set(lowerName, quoted ?? plain ?? '')
  }
  return found
}

/** Returns the seconds of a directive; undefined when it is absent, and 0 when its argument is not a number (section 4.2.1). */
export function readSeconds(directives: CacheDirectives, name: string): number | undefined {
  const text = directives.get(name)
  if (text === undefined) return undefined
  return /^\d{1,20}$/.test(text) ? Math.min(Number(text), maxSeconds) : 0
}

/** Returns how long a response is fresh, in ms from its generation (section 4.2.1); 0 unless it says so. */
export function readFreshness(headers: readonly string[], directives: CacheDirectives, receivedAt: number): number {
  const seconds = readSeconds(directives, 's-maxage') ?? readSeconds(directives, 'max-age')
  if (seconds !== undefined) return seconds * 1_000
  const expires = findHeader(headers, 'expires')
  if (expires === undefined) return 0
  const from = Date.parse(findHeader(headers, 'date') ?? '')
  return Math.max(0, Date.parse(expires) - (Number.isNaN(from) ? receivedAt : from)) || 0
}

/** Returns when a response was generated, on the clock of the gateway: section 4.2.3. */
export function findGenerationTime(headers: readonly string[], requestedAt: number, receivedAt: number): number {
  const date = Date.parse(findHeader(headers, 'date') ?? '')
  const apparentAgeMs = Number.isNaN(date) ? 0 : Math.max(0, receivedAt - date)
  const age = Number(findHeader(headers, 'age'))
  const correctedAgeMs = (age > 0 ? Math.min(age, maxSeconds) * 1_000 : 0) + receivedAt - requestedAt
  // The header Date has no fraction of a second, which is no age.
  return receivedAt - Math.max(apparentAgeMs < 1_000 ? 0 : apparentAgeMs, correctedAgeMs)
}
