/**
 * Renders the response headers about limits: those of API Connect, and those of draft-ietf-httpapi-ratelimit-headers.
 *
 * The texts that are the same for all calls are rendered once, when the limit is prepared.
 */
import type { CallLimit } from '../../config/types/index.ts'
import type { LimitHeaderTexts, LimitStatus } from '../call/call.ts'

/** Returns the parts of the limit headers that are the same for all calls, prepared once. */
export function buildLimitHeaderTexts(
  { kind, name, intervalSeconds }: CallLimit,
  label: string,
  calls: number,
): LimitHeaderTexts {
  const namePrefix = `name=${printable(name)},`
  const quoted = `"${printable(label).replace(/["\\]/g, '\\$&')}"` // a quoted string of a structured header, RFC 9651 section 3.3.3
  return {
    kind,
    name: namePrefix,
    limit: `${namePrefix}${calls};`,
    policy: `${quoted};q=${calls};w=${intervalSeconds}`,
    state: `${quoted};r=`,
  }
}

/** A header: its name, what separates the texts of several limits, and the text of a limit; empty for none. */
type LimitHeader = readonly [name: string, separator: string, render: (status: LimitStatus) => string]

const limitHeaders: readonly LimitHeader[] = [
  ...headersOfKind('rate', 'X-RateLimit'),
  ...headersOfKind('burst', 'X-BurstLimit'),
  ['RateLimit-Policy', ', ', ({ headerTexts }) => headerTexts.policy],
  ['RateLimit', ', ', ({ headerTexts, remaining, secondsLeft }) => `${headerTexts.state}${remaining};t=${secondsLeft}`],
]

function headersOfKind(kind: CallLimit['kind'], prefix: string): LimitHeader[] {
  const texts: [name: string, render: (status: LimitStatus) => string][] = [
    ['Limit', ({ headerTexts }) => headerTexts.limit],
    ['Remaining', ({ headerTexts, remaining }) => `${headerTexts.name}${remaining};`],
    [
      'Reset',
      ({ headerTexts, remaining, secondsLeft }) => (remaining === 0 ? `${headerTexts.name}${secondsLeft};` : ''),
    ],
    ['Exceeded', ({ headerTexts, excess }) => (excess > 0 ? `${headerTexts.name}${excess};` : '')],
  ]
  return texts.map(([name, render]) => [
    `${prefix}-${name}`,
    ' ',
    (status) => (status.headerTexts.kind === kind ? render(status) : ''),
  ])
}

/** Appends the headers to a flat list of names and values, like `rawHeaders`. */
export function addLimitHeaders(headers: string[], statuses: readonly LimitStatus[]): void {
  for (const [name, separator, render] of limitHeaders) {
    let value = ''
    for (const status of statuses) {
      const part = render(status)
      if (part !== '') value = value === '' ? part : value + separator + part
    }
    if (value !== '') headers.push(name, value)
  }
}

function printable(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, '?')
}
