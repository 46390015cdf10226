/** The three ways to sign a user in. */
import type { Client } from 'ldapts'
import type { Log } from '../../lib/output/log.ts'
import type { SignInContext, User } from '../contract/user-registry.ts'
import { escapeDnValue, verifyEntryPassword, verifyPassword } from '../directory/index.ts'
import { findEntryValues } from './entry-values.ts'
import type { LdapConfiguration } from './ldap-settings.ts'
import { readEntryTokenCeiling } from './token-ceiling-attributes.ts'
import { buildUserEntrySearch } from './user-entry-search.ts'

/** A user whom the directory has authenticated, with the directory's spelling of the name. */
type LdapUser = Pick<User, 'name' | 'tokenCeiling' | 'attributes'>

/**
 * Returns the user, or undefined for wrong credentials. Throws when the directory cannot decide. `onStep` receives each
 * step as a sentence; the user has the `attributes` where the sign-in searches for the entry.
 */
export type LdapSignIn = (
  client: Client,
  name: string,
  password: string,
  context: Pick<SignInContext, 'onStep' | 'attributes'>,
) => Promise<LdapUser | undefined>

/** Returns the way of signing in that the configuration selects. Throws when the configuration is incomplete. */
export function buildLdapSignIn(configuration: LdapConfiguration, log: Log): LdapSignIn {
  switch (configuration.authentication_method) {
    case 'search_dn':
      return buildSearchSignIn(configuration, log)
    case 'compose_dn':
      return buildComposedDnSignIn(configuration)
    case 'compose_upn':
      return buildPrincipalNameSignIn(configuration)
  }
}

/** Builds the sign-in with a search. Throws when the configuration is incomplete. */
function buildSearchSignIn(configuration: LdapConfiguration, log: Log): LdapSignIn {
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
      attributes: attributes.length > 0 ? Object.fromEntries(found.filter(([, value]) => value !== '')) : undefined,
    }
  }
}

/**
 * Builds the sign-in with a composed distinguished name. Prefix and suffix may include the parentheses of a
 * filter, `(uid=` and `)`, as in documents of API Connect. Throws when the configuration is incomplete.
 */
function buildComposedDnSignIn({ bind_prefix, bind_suffix, search_dn_base: base }: LdapConfiguration): LdapSignIn {
  const prefix = bind_prefix.replace(/^\(/, '')
  const suffix = bind_suffix.replace(/^\)/, '') || (base && `,${base}`)
  if (!prefix.endsWith('=')) throw new Error('configuration.bind_prefix must end in "=", like "uid="')
  if (!/^[,+]/.test(suffix)) {
    const example = ',ou=people,dc=example,dc=com'
    throw new Error(`configuration needs a bind_suffix like "${example}", or a search_dn_base`)
  }
  return signInByName((name) => prefix + escapeDnValue(name) + suffix)
}

/**
 * Builds the sign-in with a user principal name such as alice@example.com. A name that already ends in the suffix
 * is used unchanged. Throws when the configuration is incomplete.
 */
function buildPrincipalNameSignIn({ bind_suffix: suffix }: LdapConfiguration): LdapSignIn {
  if (!suffix.startsWith('@')) throw new Error('configuration.bind_suffix must be like "@example.com"')
  return signInByName((name) => (name.toLowerCase().endsWith(suffix.toLowerCase()) ? name : name + suffix))
}

function signInByName(compose: (name: string) => string): LdapSignIn {
  return async function signInByComposedName(client, name, password, { onStep }) {
    const composed = compose(name)
    const isRight = await verifyPassword(client, composed, password)
    onStep?.(`The directory ${isRight ? 'accepted' : 'rejected'} the password of ${composed}.`)
    return isRight ? { name } : undefined
  }
}
