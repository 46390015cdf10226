/** Checks the structure of the filter around a user name: RFC 4515 section 3. */
import type { LdapConfiguration } from './ldap-settings.ts'

const comparison = /^[A-Za-z0-9][A-Za-z0-9.;:-]*(?:=|~=|>=|<=)[^()]*$/

const prefixMember = 'search_dn_filter_prefix'
const suffixMember = 'search_dn_filter_suffix'

/** Returns the problems of the filter settings: prefix, user name and suffix must form one filter. */
export function findFilterFaults(configuration: LdapConfiguration): { path: string[]; message: string }[] {
  const { authentication_method: method, [prefixMember]: prefix, [suffixMember]: suffix } = configuration
  if (method !== 'search_dn' || isFilter(`${prefix}name${suffix}`)) return []
  const member = isFilter(`${prefix}name)`) ? suffixMember : prefixMember
  const message = `configuration.${prefixMember}, the user name and ${suffixMember} must be one filter such as (uid=NAME) - found ${JSON.stringify(`${prefix}NAME${suffix}`)}`
  return [{ path: ['configuration', member], message }]
}

/** Returns whether a text is one filter with its parentheses: RFC 4515 section 3. */
export function isFilter(text: string): boolean {
  return filterEnd(text, 0) === text.length
}

/** Returns the index after the filter that begins at a position; -1 when there is none. */
function filterEnd(text: string, start: number): number {
  if (text[start] !== '(') return -1
  const sign = text[start + 1]
  if (sign === '&' || sign === '|' || sign === '!') {
    let at = start + 2
    let count = 0
    for (; text[at] === '('; count++) {
      at = filterEnd(text, at)
      if (at < 0) return -1
    }
    return text[at] === ')' && (sign !== '!' || count === 1) ? at + 1 : -1
  }
  const close = text.indexOf(')', start)
  return close > 0 && comparison.test(text.slice(start + 1, close)) ? close + 1 : -1
}
