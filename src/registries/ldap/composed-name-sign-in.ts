/** Signs a user in without a search: the name for the bind is composed from the user name. */
import { escapeDnValue, verifyPassword } from '../directory/index.ts'
import type { LdapConfiguration } from './ldap-settings.ts'
import type { LdapSignIn } from './sign-in.ts'

/**
 * Builds the sign-in with a composed distinguished name. Prefix and suffix may include the parentheses of a
 * filter, `(uid=` and `)`, as in documents of API Connect. Throws when the configuration is incomplete.
 */
export function buildComposedDnSignIn({
  bind_prefix,
  bind_suffix,
  search_dn_base: base,
}: LdapConfiguration): LdapSignIn {
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
export function buildPrincipalNameSignIn({ bind_suffix: suffix }: LdapConfiguration): LdapSignIn {
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
