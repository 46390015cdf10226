/** OpenID Connect registries: users sign in at another provider, in their browser. The registry knows no passwords. */
import { definedMembers } from '../../lib/collections/defined-members.ts'
import type { TlsConnectOptions } from '../../lib/files/tls-files.ts'
import {
  defineUserRegistryType,
  foldComposedName,
  parseTlsProfileName,
  type UserRegistryDeps,
} from '../contract/user-registry.ts'
import { findLogoutEndpoint, findOidcFaults, type OidcConfiguration, oidcSettings } from './oidc-settings.ts'
import { readUser } from './read-user.ts'
import { openRelyingParty } from './relying-party.ts'

/** The user registry type `oidc`. */
export const oidcRegistryType = defineUserRegistryType({
  type: 'oidc',
  settings: oidcSettings,
  signsInBrowser: true,
  faults: findOidcFaults,

  buildFoldName: (_settings, caseSensitive) => (name) => foldComposedName(name, caseSensitive),

  open({ configuration }, deps) {
    const { name, caseSensitive } = deps
    const { issuer, authorization_endpoint, token_endpoint, userinfo_endpoint, jwks_uri, features } = configuration
    const logoutEndpoint = findLogoutEndpoint(configuration)
    const profiles = readProfiles(configuration, deps)
    const asksUserinfo = features.includes('userinfo') || features.includes('post_userinfo') || issuer === undefined
    const party = openRelyingParty({
      name,
      issuer,
      endpoints: definedMembers({
        authorization_endpoint,
        token_endpoint: token_endpoint?.endpoint,
        userinfo_endpoint: userinfo_endpoint?.endpoint,
        jwks_uri: jwks_uri?.endpoint,
        end_session_endpoint: logoutEndpoint,
      }),
      clientId: configuration.client_id,
      clientSecret: configuration.client_secret,
      isSecretInForm: configuration.credential_location === 'form_body',
      scope: configuration.scope,
      userinfo: asksUserinfo ? (features.includes('post_userinfo') ? 'POST' : 'GET') : undefined,
      timeoutSeconds: configuration.timeout,
      tls: (origin) => profiles.get(origin) ?? profiles.get(''),
    })

    return {
      async authenticate(_name, _password, context = {}) {
        context.onStep?.('Users of this registry sign in at another provider, not with a password.')
        return undefined
      },

      browserSignIn: {
        begin: party.begin,
        async complete(returned, pending, attributes) {
          const result = await party.complete(returned, pending)
          return 'rejected' in result ? result : readUser(result, configuration, deps, attributes)
        },
        findLogoutUrl: party.findLogoutUrl,
      },

      foldName: (user) => foldComposedName(user, caseSensitive),
      close: party.close,
    }
  },
})

/** Returns the TLS options of each origin; those of `configuration.tls_client_profile` have the key ''. */
function readProfiles(configuration: OidcConfiguration, { tls }: UserRegistryDeps): Map<string, TlsConnectOptions> {
  const { token_endpoint, userinfo_endpoint, jwks_uri } = configuration
  const profiles = new Map<string, TlsConnectOptions>()
  for (const each of [configuration, token_endpoint, userinfo_endpoint, jwks_uri]) {
    const profile = each && parseTlsProfileName(each)
    const options = profile ? tls(profile) : undefined
    if (each && options) profiles.set('endpoint' in each ? new URL(each.endpoint).origin : '', options)
  }
  return profiles
}
