/**
 * The member `parameter-control`: selects the query parameters of the call that are added to the URL of the
 * upstream.
 *
 * By default none is added. A query that the URL itself contains through `$(request.search)` is not filtered.
 */
import type { SourceLocation } from '../../../config/types/index.ts'
import type { Call } from '../../call/call.ts'
import { compileNameFilter, type NameFilterSettings } from './name-filter.ts'

export type AddQueryParameters = (path: string, call: Call) => string

export function compileQueryParameters(
  control: NameFilterSettings | undefined,
  location: SourceLocation,
): AddQueryParameters | undefined {
  const { type, values } = control ?? { type: 'allowlist', values: [] }
  const allows = type === 'allowlist' || type === 'whitelist'
  if (allows && values.length === 0) return undefined

  const passes = compileNameFilter({ type, values }, location)
  return (path, { target }) => {
    const kept = target.search
      .slice(1)
      .split('&')
      .filter((pair) => pair !== '' && passes(nameOf(pair)))
    if (kept.length === 0) return path
    return `${path}${path.includes('?') ? '&' : '?'}${kept.join('&')}`
  }
}

function nameOf(pair: string): string {
  return new URLSearchParams(pair).keys().next().value ?? ''
}
