/**
 * The three ways in which a user name becomes a bind.
 */
import type { Client } from 'ldapts'

import type { Log } from '../../lib/output/log.ts'
import { byComposedDn, byPrincipalName } from './compose.ts'
import { bySearch } from './search.ts'
import type { LdapConfiguration } from './settings.ts'

/**
 * The name under which the directory knows the user, or undefined when it does not let the user in. Throws when the
 * directory gives no verdict.
 */
export type SignIn = (client: Client, name: string, password: string) => Promise<string | undefined>

/** The way that the configuration asks for. Throws when it lacks what that takes. */
export function signInBy(configuration: LdapConfiguration, log: Log): SignIn {
  switch (configuration.authentication_method) {
    case 'search_dn':
      return bySearch(configuration, log)
    case 'compose_dn':
      return byComposedDn(configuration)
    case 'compose_upn':
      return byPrincipalName(configuration)
  }
}
