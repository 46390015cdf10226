/**
 * The three ways in which a user name becomes a bind.
 */
import type { Client } from 'ldapts'

import type { Log } from '../../lib/output/log.ts'
import { buildComposedDnSignIn, buildPrincipalNameSignIn } from './composed-name-sign-in.ts'
import type { LdapConfiguration } from './ldap-settings.ts'
import { buildSearchSignIn } from './search-sign-in.ts'

/**
 * The name under which the directory knows the user, or undefined when it does not let the user in. Throws when the
 * directory gives no verdict.
 */
export type LdapSignIn = (client: Client, name: string, password: string) => Promise<string | undefined>

/** The way that the configuration asks for. Throws when it lacks what that takes. */
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
