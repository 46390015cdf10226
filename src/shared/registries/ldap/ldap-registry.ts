/** LDAP registries: a directory verifies the password by a bind. RFC 4511. */
import {
  defineUserRegistryType,
  parseTlsProfileName,
  type SignInContext,
  type UserRegistry,
} from '../contract/user-registry.ts'
import { canBindWith, normalizeUserName, openDirectoryClient } from '../directory/index.ts'
import { findFilterFaults } from './filter-faults.ts'
import { type LdapConfiguration, ldapSettings } from './ldap-settings.ts'
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
        return { name, credential: foldName(user.name), tokenCeiling, attributes }
      },

      findTokenCeiling: configuration.token_ceiling_attributes && buildFindTokenCeiling(),

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

/**
 * Returns the fold of names: compatibility forms as in RFC 4518 section 2, and lower case unless the registry compares
 * case. With principal names, the suffix that the sign-in adds is left out.
 */
function buildFoldLdapName(
  { authentication_method: method, bind_suffix: suffix }: LdapConfiguration,
  caseSensitive: boolean,
): (name: string) => string {
  const fold = (name: string) => {
    const plain = normalizeUserName(name) ?? name
    return caseSensitive ? plain : lowerEachCharacter(plain)
  }
  if (method !== 'compose_upn' || suffix === '') return fold
  const end = suffix.toLowerCase()
  return (name) => {
    const folded = fold(name)
    return folded.toLowerCase().endsWith(end) ? folded.slice(0, -end.length) : folded
  }
}

/** Returns the text in lower case. Directories have no rule for a sigma at the end of a word, which `toLowerCase` has. */
function lowerEachCharacter(text: string): string {
  return Array.from(text.normalize('NFKD'), (each) => each.toLowerCase())
    .join('')
    .normalize('NFKC')
}
