/** The search for the entry of a user that an LDAP registry document describes. */
import type { Client, Entry } from 'ldapts'
import type { Log } from '../../lib/output/log.ts'
import { bindSearchAccount, escapeFilterValue, findUserEntry, type SearchAccount } from '../directory/index.ts'
import { findEntryValues } from './entry-values.ts'
import { filterAttribute, type LdapConfiguration } from './ldap-settings.ts'
import { listTokenCeilingAttributes } from './token-ceiling-attributes.ts'

/** Builds the search. Throws when the configuration is incomplete. */
export function buildUserEntrySearch(configuration: LdapConfiguration, log: Log) {
  const { search_dn_base: base, search_dn_scope: scope } = configuration
  const { search_dn_filter_prefix: prefix, search_dn_filter_suffix: suffix } = configuration
  const account = searchAccountOf(configuration)
  const attribute = filterAttribute(configuration)
  const attributes = [attribute ?? '1.1', ...listTokenCeilingAttributes(configuration)]
  const onAmbiguous = (entries: readonly string[]) =>
    log.warn({ entries }, 'a user name matches several entries; the sign-in is rejected')

  return {
    /** Returns the entry of a user with the extra attributes, or undefined when none or several match. Throws when the search fails. */
    async find(client: Client, name: string, extraAttributes: readonly string[] = []): Promise<Entry | undefined> {
      if (account) await bindSearchAccount(client, account)
      const filter = prefix + escapeFilterValue(name) + suffix
      const description = `${prefix}…${suffix}`
      const search = { base, scope, filter, attributes: [...attributes, ...extraAttributes], description, onAmbiguous }
      return findUserEntry(client, search)
    },

    /** Returns the directory's spelling of the name, which is independent of the typed one; the DN when the filter has no attribute. */
    nameOf: (entry: Entry): string =>
      (attribute === undefined ? [] : findEntryValues(entry, attribute)).toSorted()[0] ?? entry.dn,
  }
}

function searchAccountOf(configuration: LdapConfiguration): SearchAccount | undefined {
  const { authenticated_bind, admin_dn: dn, admin_password: password } = configuration
  if (String(authenticated_bind) !== 'true') return undefined
  if (!dn || !password) throw new Error('configuration.authenticated_bind needs admin_dn and admin_password')
  return { dn, password }
}
