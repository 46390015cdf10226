/** Token ceilings of single users, from attributes of their entries in the directory. */
import type { Entry } from 'ldapts'
import type { UserTokenCeiling } from '../contract/user-registry.ts'
import { findEntryValues } from './entry-values.ts'
import { filterAttribute, type LdapConfiguration } from './ldap-settings.ts'

/** Returns the names of the configured attributes. */
export function listTokenCeilingAttributes({ token_ceiling_attributes: attributes = {} }: LdapConfiguration): string[] {
  return Object.values(attributes).filter((name) => name !== undefined)
}

/**
 * Returns the ceiling in an entry; undefined when the entry has none of the configured attributes. Each value of the
 * scope attribute has one or several scopes. Throws for a life that is not a whole number of seconds above 0, because
 * such a value must not count as no limit.
 */
export function readEntryTokenCeiling(
  entry: Entry,
  { token_ceiling_attributes: attributes = {} }: LdapConfiguration,
): UserTokenCeiling | undefined {
  const scopes = attributes.scopes === undefined ? [] : findEntryValues(entry, attributes.scopes)
  const accessTokenTtl = readSeconds(entry, attributes.access_token_ttl)
  const refreshTokenTtl = readSeconds(entry, attributes.refresh_token_ttl)
  if (scopes.length === 0 && accessTokenTtl === undefined && refreshTokenTtl === undefined) return undefined
  return {
    scopes: scopes.length > 0 ? scopes.flatMap((each) => each.split(' ')).filter((each) => each !== '') : undefined,
    accessTokenTtl,
    refreshTokenTtl,
    place: `the entry ${entry.dn}`,
  }
}

/** Returns the problem of settings that read ceilings without a search by an attribute. */
export function findTokenCeilingFaults(configuration: LdapConfiguration): { path: string[]; message: string }[] {
  if (configuration.token_ceiling_attributes === undefined) return []
  const { authentication_method: method } = configuration
  if (method === 'search_dn' && filterAttribute(configuration) !== undefined) return []
  const found = method === 'search_dn' ? 'search_dn_filter_prefix without one' : method
  return [
    {
      path: ['configuration', 'token_ceiling_attributes'],
      message: `configuration.token_ceiling_attributes needs authentication_method search_dn and a search_dn_filter_prefix that ends in an attribute such as (uid= - found ${found}`,
    },
  ]
}

function readSeconds(entry: Entry, attribute: string | undefined): number | undefined {
  const values = attribute === undefined ? [] : findEntryValues(entry, attribute)
  if (values.length === 0) return undefined
  if (values.length === 1 && /^[1-9]\d{0,14}$/.test(values[0] ?? '')) return Number(values[0])
  throw new Error(
    `attribute ${attribute} of the entry ${entry.dn} must be one whole number of seconds above 0, found ${JSON.stringify(values.join(', '))}`,
  )
}
