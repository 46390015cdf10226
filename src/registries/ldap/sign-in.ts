/** The three ways to sign a user in. */
import type { Client } from 'ldapts'

import type { Log } from '../../lib/output/log.ts'
import type { SignInContext, UserTokenCeiling } from '../contract/user-registry.ts'
import { buildComposedDnSignIn, buildPrincipalNameSignIn } from './composed-name-sign-in.ts'
import type { LdapConfiguration } from './ldap-settings.ts'
import { buildSearchSignIn } from './search-sign-in.ts'

/** A user whom the directory has authenticated. */
export interface LdapUser {
  /** The directory's spelling of the name. */
  name: string
  tokenCeiling?: UserTokenCeiling | undefined
  attributes?: Readonly<Record<string, string>>
}

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
