/** Signs a user in by a search for the entry of the user (RFC 4511 section 4.5) and a bind with the entry. */
import type { Client, Entry } from 'ldapts'

import { buildUnusedDn } from '../../lib/access/ldap-bind.ts'
import type { Log } from '../../lib/output/log.ts'
import { binds } from './bind.ts'
import type { LdapConfiguration } from './ldap-settings.ts'
import { escapeFilterValue } from './names.ts'
import type { LdapSignIn } from './sign-in.ts'

/** Throws when the configuration is incomplete. */
export function buildSearchSignIn(configuration: LdapConfiguration, log: Log): LdapSignIn {
  const { search_dn_base: base, search_dn_scope: scope } = configuration
  const { search_dn_filter_prefix: prefix, search_dn_filter_suffix: suffix } = configuration
  const admin = adminOf(configuration)
  const attribute = /([a-z][a-z0-9-]*)=$/i.exec(prefix)?.[1]

  return async function bySearch(client, name, password) {
    if (admin && !(await binds(client, admin.dn, admin.password))) {
      throw new Error('admin_dn and admin_password are rejected')
    }
    const entries = await find(client, name)
    if (entries.length > 1) {
      const found = entries.map(({ dn }) => dn)
      log.warn({ entries: found }, 'a user name matches several entries; the sign-in is rejected')
      return undefined
    }

    // The bind also follows a search without result, so that the response time does not reveal which users
    // exist.
    const [entry] = entries
    const right = await binds(client, entry?.dn ?? buildUnusedDn(base), password)
    return entry && right ? nameIn(entry, attribute) : undefined
  }

  async function find(client: Client, name: string): Promise<Entry[]> {
    const filter = prefix + escapeFilterValue(name) + suffix
    try {
      const options = { scope, filter, sizeLimit: 2, attributes: [attribute ?? '1.1'] }
      return (await client.search(base, options)).searchEntries
    } catch (cause) {
      const where = `the search below "${base}" for ${prefix}…${suffix}`
      throw new Error(`${where} failed: ${(cause as Error).message}`, { cause })
    }
  }
}

function adminOf({ authenticated_bind, admin_dn: dn, admin_password: password }: LdapConfiguration) {
  if (String(authenticated_bind) !== 'true') return undefined
  if (!dn || !password) throw new Error('configuration.authenticated_bind needs admin_dn and admin_password')
  return { dn, password }
}

/**
 * Returns the directory's spelling of the name, which is independent of the typed one; the DN when the filter has
 * no attribute.
 */
function nameIn(entry: Entry, attribute: string | undefined): string {
  const key = Object.keys(entry).find((each) => each.toLowerCase() === attribute?.toLowerCase())
  const values = [key === undefined ? undefined : entry[key]]
    .flat()
    .filter((each) => typeof each === 'string')
  return values.toSorted()[0] ?? entry.dn
}
