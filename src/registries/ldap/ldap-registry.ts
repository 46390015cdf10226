/** LDAP registries: a directory verifies the password by a bind. RFC 4511. */
import { parseTlsProfileName } from '../contract/tls-profile.ts'
import { defineUserRegistryType, type SignInContext, type UserRegistry } from '../contract/user-registry.ts'
import { canBindWith, normalizeUserName, openDirectoryClient } from '../directory/index.ts'
import { findFilterFaults } from './filter-faults.ts'
import { buildFoldLdapName } from './fold-ldap-name.ts'
import { ldapSettings } from './ldap-settings.ts'
import { buildLdapSignIn } from './sign-in.ts'
import { findTokenCeilingFaults, readEntryTokenCeiling } from './token-ceiling-attributes.ts'
import { buildUserEntrySearch } from './user-entry-search.ts'

/** The user registry type `ldap`. */
export const ldapRegistryType = defineUserRegistryType({
  type: 'ldap',
  settings: ldapSettings,
  faults: ({ configuration }) => [...findFilterFaults(configuration), ...findTokenCeilingFaults(configuration)],

  buildFoldName: ({ configuration }, caseSensitive) => buildFoldLdapName(configuration, caseSensitive),

  open({ endpoint, configuration }, { name: registry, caseSensitive, log, tls: readProfile }) {
    const { endpoint: url, timeout } = endpoint
    const profile = parseTlsProfileName(endpoint)
    const tls = profile ? readProfile(profile) : undefined
    if (isPlain(url) && !tls) log.warn('passwords are sent to the directory without TLS; use ldaps:// or a TLS profile')

    const directory = openDirectoryClient({ registry, url, tls: () => tls, timeoutMs: timeout * 1000 })
    const foldName = buildFoldLdapName(configuration, caseSensitive)
    const signIn = buildLdapSignIn(configuration, log)

    return {
      async authenticate(name, password, context: SignInContext = {}) {
        const prepared = normalizeUserName(name)
        if (prepared === undefined || !canBindWith(password)) return undefined

        const user = await directory.run((client) => signIn(client, prepared, password, context), context.signal)
        if (!user) return undefined
        const { tokenCeiling, attributes } = user
        return {
          name,
          credential: foldName(user.name),
          ...(tokenCeiling && { tokenCeiling }),
          ...(attributes && { attributes }),
        }
      },

      ...(configuration.token_ceiling_attributes && { findTokenCeiling: buildFindTokenCeiling() }),

      foldName,

      async close() {
        directory.close()
      },
    }

    function buildFindTokenCeiling(): NonNullable<UserRegistry['findTokenCeiling']> {
      const search = buildUserEntrySearch(configuration, log)
      return function findTokenCeiling(credential) {
        return directory.run(async (client) => {
          const entry = await search.find(client, credential)
          return entry && readEntryTokenCeiling(entry, configuration)
        })
      }
    }
  },
})

/** Returns whether passwords would be readable on the network without TLS: the directory is not on this machine. */
function isPlain(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'ldap:' && !/^(localhost|127\..*|\[::1\])$/.test(hostname)
}
