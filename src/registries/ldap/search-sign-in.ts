/** Signs a user in by a search for the entry of the user and a bind with the entry. */
import type { Log } from '../../lib/output/log.ts'
import { verifyEntryPassword } from '../directory/index.ts'
import { findEntryValues } from './entry-values.ts'
import type { LdapConfiguration } from './ldap-settings.ts'
import type { LdapSignIn } from './sign-in.ts'
import { readEntryTokenCeiling } from './token-ceiling-attributes.ts'
import { buildUserEntrySearch } from './user-entry-search.ts'

/** Builds the sign-in with a search. Throws when the configuration is incomplete. */
export function buildSearchSignIn(configuration: LdapConfiguration, log: Log): LdapSignIn {
  const search = buildUserEntrySearch(configuration, log)

  return async function signInBySearch(client, name, password, { onStep, attributes = [] }) {
    const entry = await search.find(client, name, attributes)
    onStep?.(entry ? `The search found ${entry.dn}.` : 'The search found no entry, or several.')
    const isRight = await verifyEntryPassword(client, entry, configuration.search_dn_base, password)
    if (entry) onStep?.(`The directory ${isRight ? 'accepted' : 'rejected'} the password of ${entry.dn}.`)
    if (!entry || !isRight) return undefined
    const found = attributes.map((each) => [each, findEntryValues(entry, each).join(' ')] as const)
    return {
      name: search.nameOf(entry),
      tokenCeiling: readEntryTokenCeiling(entry, configuration),
      ...(attributes.length > 0 && { attributes: Object.fromEntries(found.filter(([, value]) => value !== '')) }),
    }
  }
}
