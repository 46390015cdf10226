/**
 * Renders the response headers about limits: those of API Connect, and those of draft-ietf-httpapi-ratelimit-headers.
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

/** Renders the headers as lines, each after a line end. The texts of documents are printable, so the lines need no check. */
export function renderLimitLines(statuses: readonly LimitStatus[]): string {
  let policy = ''
  let state = ''
  for (const { headerTexts, remaining, secondsLeft } of statuses) {
    const separator = policy === '' ? '' : ', '
    policy += separator + headerTexts.policy
    state += `${separator}${headerTexts.state}${remaining};t=${secondsLeft}`
  }
  const kinds = renderKind(statuses, 'rate', '\r\nX-RateLimit') + renderKind(statuses, 'burst', '\r\nX-BurstLimit')
  return `${kinds}\r\nRateLimit-Policy: ${policy}\r\nRateLimit: ${state}`
}

function renderKind(statuses: readonly LimitStatus[], kind: CallLimit['kind'], prefix: string): string {
  let limit = ''
  let left = ''
  let reset = ''
  let exceeded = ''
  for (const { headerTexts, remaining, excess, secondsLeft } of statuses) {
    if (headerTexts.kind !== kind) continue
    const separator = limit === '' ? '' : ' '
    limit += separator + headerTexts.limit
    left += `${separator}${headerTexts.name}${remaining};`
    if (remaining === 0) reset += `${reset === '' ? '' : ' '}${headerTexts.name}${secondsLeft};`
    if (excess > 0) exceeded += `${exceeded === '' ? '' : ' '}${headerTexts.name}${excess};`
  }
  if (limit === '') return ''
  const usual = `${prefix}-Limit: ${limit}${prefix}-Remaining: ${left}`
  const rest = reset === '' ? '' : `${prefix}-Reset: ${reset}`
  return usual + rest + (exceeded === '' ? '' : `${prefix}-Exceeded: ${exceeded}`)
}

function printable(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, '?')
}
