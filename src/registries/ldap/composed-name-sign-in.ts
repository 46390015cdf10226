/**
 * From a user name to a bind without a search: the name to bind with is composed.
 */
import { binds } from './bind.ts'
import type { LdapConfiguration } from './ldap-settings.ts'
import { escapeDnValue } from './names.ts'
import type { LdapSignIn } from './sign-in.ts'

/**
 * A distinguished name. Prefix and suffix may be written as parts of a filter, `(uid=` and `)`, as documents of other
 * products have them. Throws when the configuration lacks what it takes.
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
  return byComposing((name) => prefix + escapeDnValue(name) + suffix)
}

/** A user principal name, alice@example.com; one that was typed whole is taken as it is. */
export function buildPrincipalNameSignIn({ bind_suffix: suffix }: LdapConfiguration): LdapSignIn {
  if (!suffix.startsWith('@')) throw new Error('configuration.bind_suffix must be like "@example.com"')
  return byComposing((name) => (name.toLowerCase().endsWith(suffix.toLowerCase()) ? name : name + suffix))
}

function byComposing(compose: (name: string) => string): LdapSignIn {
  return async function byComposing(client, name, password) {
    return (await binds(client, compose(name), password)) ? name : undefined
  }
}
