/** The LDAP registry of the MQ web server: users and groups of a directory. */
import type { Client, Entry } from 'ldapts'
import type { Clock } from '../../../../shared/lib/time/clock.ts'
import {
  bindSearchAccount,
  canBindWith,
  escapeFilterValue,
  findUserEntry,
  normalizeUserName,
  openDirectoryClient,
  verifyEntryPassword,
} from '../../../../shared/registries/directory/index.ts'
import {
  type CertificateSubject,
  type Identity,
  noCommonName,
  openIdentityCache,
  type UserRegistry,
} from '../../identity/user-registry.ts'
import type { LdapRegistrySettings } from '../../settings/ldap-registry.ts'

/** Returns the values of an attribute, whose name a directory may write in another case (RFC 4512 section 2.5). */
function readAttributeValues(entry: Entry, attribute: string): string[] {
  const name = attribute.toLowerCase()
  return Object.entries(entry)
    .filter(([each]) => each.toLowerCase() === name)
    .flatMap(([, values]) => values)
    .map(String)
}

export interface LdapRegistryDeps {
  readonly clock: Clock
  /** Reads the trusted CA certificates, in PEM, for each connection; undefined trusts those of the runtime. */
  readonly readTrustedCas: () => Promise<string | undefined>
}

/** Returns the user registry of an `<ldapRegistry>` element. It connects for each look-up. */
export function openLdapRegistry(
  settings: LdapRegistrySettings,
  { clock, readTrustedCas }: LdapRegistryDeps,
): UserRegistry {
  const { realm, baseDn, userFilter, userId, certificates, bind } = settings
  const directory = openDirectoryClient({
    registry: realm,
    url: urlOf(settings),
    tls: () => tlsOptions(settings, readTrustedCas),
    timeoutMs: settings.timeoutMs,
  })

  async function findByFilter(client: Client, filter: string, description: string) {
    const search = { base: baseDn, scope: 'sub', filter, attributes: [userId], description } as const
    return findUserEntry(client, search)
  }

  async function findByName(client: Client, name: string): Promise<Entry | undefined> {
    const normalized = normalizeUserName(name)
    if (normalized === undefined) return undefined
    const filter = userFilter.replaceAll('%v', () => escapeFilterValue(normalized))
    return findByFilter(client, filter, userFilter)
  }

  async function toIdentity(client: Client, { dn }: Entry, name: string): Promise<Identity> {
    return { name, groups: await findGroups(client, dn, settings) }
  }

  async function toCertified(client: Client, entry: Entry | undefined, rejected: string) {
    if (!entry) return { rejected }
    const [name] = readAttributeValues(entry, userId)
    return name ? toIdentity(client, entry, name) : { rejected: `the entry "${entry.dn}" has no ${userId}` }
  }

  const known = openIdentityCache(clock, (name) =>
    directory.run(async (client) => {
      if (bind) await bindSearchAccount(client, bind)
      const entry = await findByName(client, name)
      return entry && toIdentity(client, entry, spellName(name))
    }),
  )

  return {
    realm,

    async authenticate(name, password) {
      if (!canBindWith(password)) return undefined

      return directory.run(async (client) => {
        if (bind) await bindSearchAccount(client, bind)
        const entry = await findByName(client, name)
        const isRight = await verifyEntryPassword(client, entry, baseDn, password)
        if (!entry || !isRight) return undefined
        await bindSearchAccount(client, bind) // the user may lack the right to read groups
        return toIdentity(client, entry, spellName(name))
      })
    },

    async identify(subject) {
      return directory.run(async (client) => {
        if (bind) await bindSearchAccount(client, bind)
        if (certificates.mode === 'exactDn') {
          const entry = await findByDn(client, subject.distinguishedName, userId)
          return toCertified(client, entry, 'the directory has no entry with the subject as its name (EXACT_DN)')
        }
        const filter = fillCertificateFilter(certificates.filter, subject)
        if (filter === undefined) return noCommonName
        const entry = await findByFilter(client, filter, certificates.filter)
        return toCertified(client, entry, 'no entry, or more than one, matches certificateFilter')
      })
    },

    find: known.find,

    foldName: (name) => spellName(name).toLowerCase(),

    async close() {
      directory.close()
    },
  }
}

/** Returns the name as the directory is asked for it, in the case in which the user typed it. */
function spellName(name: string): string {
  return normalizeUserName(name) ?? name
}

function urlOf({ tls, host, port }: LdapRegistrySettings): string {
  return `${tls ? 'ldaps' : 'ldap'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

async function tlsOptions({ tls }: LdapRegistrySettings, readTrustedCas: () => Promise<string | undefined>) {
  if (!tls) return undefined
  const ca = await readTrustedCas()
  return { rejectUnauthorized: true, minVersion: 'TLSv1.2', ca: ca || undefined } as const
}

/** Returns the entry with a distinguished name, or undefined when there is none. */
async function findByDn(client: Client, dn: string, attribute: string): Promise<Entry | undefined> {
  const search = { base: dn, scope: 'base', filter: '(objectClass=*)', attributes: [attribute] } as const
  try {
    return await findUserEntry(client, { ...search, description: 'the subject of the certificate' })
  } catch (error) {
    const { cause } = error as Error
    const { InvalidDNSyntaxError, NoSuchObjectError } = await import('ldapts')
    if (cause instanceof NoSuchObjectError || cause instanceof InvalidDNSyntaxError) return undefined
    throw error
  }
}

/**
 * Returns the filter for the subject of a certificate; undefined when the subject lacks the name that the filter needs.
 * The LDAP client adds parentheses around a filter without them.
 */
function fillCertificateFilter(
  filter: string,
  { commonName, distinguishedName }: CertificateSubject,
): string | undefined {
  if (commonName === undefined && filter.includes(`\${SubjectCN}`)) return undefined
  return filter
    .replaceAll(`\${SubjectCN}`, () => escapeFilterValue(commonName ?? ''))
    .replaceAll(`\${SubjectDN}`, () => escapeFilterValue(distinguishedName))
}

const maxDepth = 10 // levels of groups in groups

/** Returns the ids of the groups with `dn` as a member, also through `nestedGroups`. Throws the LDAP error. */
async function findGroups(client: Client, dn: string, settings: LdapRegistrySettings): Promise<string[]> {
  const { baseDn, groupId, nestedGroups } = settings
  const names = new Set<string>()
  const seen = new Set<string>()
  let members = [dn]

  for (let depth = 0; members.length > 0 && depth < (nestedGroups ? maxDepth : 1); depth += 1) {
    const filter = memberFilter(members, settings)
    const { searchEntries } = await client.search(baseDn, { scope: 'sub', filter, attributes: [groupId] })
    const newGroups = searchEntries.filter((group) => !seen.has(group.dn))
    for (const group of newGroups) {
      seen.add(group.dn)
      for (const name of readAttributeValues(group, groupId)) names.add(name)
    }
    members = newGroups.map((group) => group.dn)
  }
  return [...names]
}

/** Returns the filter for groups of any name that have one of the members. */
function memberFilter(members: readonly string[], { groupFilter, memberAttributes }: LdapRegistrySettings): string {
  const each = members.flatMap((dn) => memberAttributes.map((name) => `(${name}=${escapeFilterValue(dn)})`))
  return `(&${groupFilter.replaceAll('%v', '*')}(|${each.join('')}))`
}
