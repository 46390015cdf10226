/**
 * From a user name to a bind without a search: the name to bind with is composed.
 */
import { binds } from './bind.ts'
import { escapeDnValue } from './names.ts'
import type { LdapConfiguration } from './settings.ts'
import type { SignIn } from './sign-in.ts'

/**
 * A distinguished name. Prefix and suffix may be written as parts of a filter, `(uid=` and `)`, as documents of other
 * products have them. Throws when the configuration lacks what it takes.
 */
export function byComposedDn({ bind_prefix, bind_suffix, search_dn_base: base }: LdapConfiguration): SignIn {
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
export function byPrincipalName({ bind_suffix: suffix }: LdapConfiguration): SignIn {
  if (!suffix.startsWith('@')) throw new Error('configuration.bind_suffix must be like "@example.com"')
  return byComposing((name) => (name.toLowerCase().endsWith(suffix.toLowerCase()) ? name : name + suffix))
}

function byComposing(compose: (name: string) => string): SignIn {
  return async function byComposing(client, name, password) {
    return (await binds(client, compose(name), password)) ? name : undefined
  }
}
