/**
 * Renders the response headers about limits: those of API Connect, and those of
 * draft-ietf-httpapi-ratelimit-headers.
 *
 * The texts that are the same for all calls are rendered once, when the limit is prepared.
 */
import type { CallLimit } from '../../config/types/index.ts'
import type { LimitHeaderTexts, LimitStatus } from '../call/call-limits.ts'

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

const headerNames = [
  ['rate', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-RateLimit-Exceeded'],
  ['burst', 'X-BurstLimit-Limit', 'X-BurstLimit-Remaining', 'X-BurstLimit-Reset', 'X-BurstLimit-Exceeded'],
] as const

/** Appends the headers to a flat list of names and values, like `rawHeaders`. */
export function addLimitHeaders(headers: string[], statuses: readonly LimitStatus[]): void {
  for (const [kind, limit, remaining, reset, exceeded] of headerNames) {
    appendHeader(headers, limit, ' ', statuses, (each) =>
      each.headerTexts.kind === kind ? each.headerTexts.limit : '',
    )
    appendHeader(headers, remaining, ' ', statuses, (each) =>
      each.headerTexts.kind === kind ? renderRemaining(each) : '',
    )
    appendHeader(headers, reset, ' ', statuses, (each) => (each.headerTexts.kind === kind ? renderReset(each) : ''))
    appendHeader(headers, exceeded, ' ', statuses, (each) => (each.headerTexts.kind === kind ? renderExcess(each) : ''))
  }
  appendHeader(headers, 'RateLimit-Policy', ', ', statuses, ({ headerTexts }) => headerTexts.policy)
  appendHeader(headers, 'RateLimit', ', ', statuses, renderState)
}

/** Appends a header that joins the texts of all statuses; no header when all texts are empty. */
function appendHeader(
  headers: string[],
  header: string,
  separator: string,
  statuses: readonly LimitStatus[],
  render: (status: LimitStatus) => string,
): void {
  let value = ''
  for (const status of statuses) {
    const part = render(status)
    if (part !== '') value = value === '' ? part : value + separator + part
  }
  if (value !== '') headers.push(header, value)
}

function renderRemaining({ headerTexts, remaining }: LimitStatus): string {
  return `${headerTexts.name}${remaining};`
}

function renderReset({ headerTexts, remaining, secondsLeft }: LimitStatus): string {
  return remaining === 0 ? `${headerTexts.name}${secondsLeft};` : ''
}

function renderExcess({ headerTexts, excess }: LimitStatus): string {
  return excess > 0 ? `${headerTexts.name}${excess};` : ''
}

function renderState({ headerTexts, remaining, secondsLeft }: LimitStatus): string {
  return `${headerTexts.state}${remaining};t=${secondsLeft}`
}

function printable(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, '?')
}
