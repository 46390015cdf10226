/** The LDAP registry of the MQ web server: users and groups of a directory. */
import type { Client, Entry } from 'ldapts'
import { LRUCache } from 'lru-cache'

import { limitEntries } from '../../../lib/caches/limit-entries.ts'
import {
  bindSearchAccount,
  canBindWith,
  escapeFilterValue,
  findUserEntry,
  normalizeUserName,
  openDirectoryClient,
  verifyEntryPassword,
} from '../../../registries/directory/index.ts'
import type { CertificateSubject, Identity, UserRegistry } from '../../identity/user-registry.ts'
import type { LdapRegistrySettings } from '../../settings/ldap-registry.ts'
import { findGroups } from './ldap-groups.ts'

/** How long `find` keeps a user, in milliseconds, and for how many users. */
const cacheMs = 30_000
const maxCachedUsers = 1_000

/**
 * Returns the user registry of an `<ldapRegistry>` element. `readTrustedCas` reads the trusted CA certificates, in PEM, for
 * each connection; undefined trusts those of the runtime.
 */
export function openLdapRegistry(
  settings: LdapRegistrySettings,
  readTrustedCas: () => Promise<string | undefined> = async () => undefined,
): UserRegistry {
  const { realm, baseDn, userFilter, userId, certificates, bind } = settings
  const found = new LRUCache<string, { identity: Identity | undefined }>({
    ...limitEntries(maxCachedUsers),
    ttl: cacheMs,
  })
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

  async function toIdentity(client: Client, entry: Entry): Promise<Identity> {
    return { name: firstValue(entry, userId), groups: await findGroups(client, entry.dn, settings) }
  }

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
        return { ...(await toIdentity(client, entry)), name }
      })
    },

    async identify(subject) {
      return directory.run(async (client) => {
        if (bind) await bindSearchAccount(client, bind)
        const entry =
          certificates.mode === 'exactDn'
            ? await findByDn(client, subject.distinguishedName, userId)
            : await findByFilter(client, certificateFilter(certificates.filter, subject), certificates.filter)
        return entry && toIdentity(client, entry)
      })
    },

    async find(name) {
      const known = found.get(name)
      if (known) return known.identity

      const identity = await directory.run(async (client) => {
        if (bind) await bindSearchAccount(client, bind)
        const entry = await findByName(client, name)
        return entry && { ...(await toIdentity(client, entry)), name }
      })
      found.set(name, { identity })
      return identity
    },

    async close() {
      directory.close()
      found.clear()
    },
  }
}

function urlOf({ tls, host, port }: LdapRegistrySettings): string {
  return `${tls ? 'ldaps' : 'ldap'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

async function tlsOptions({ tls }: LdapRegistrySettings, readTrustedCas: () => Promise<string | undefined>) {
  if (!tls) return undefined
  const ca = await readTrustedCas()
  return { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(ca && { ca }) } as const
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

function certificateFilter(filter: string, { commonName, distinguishedName }: CertificateSubject): string {
  const filled = filter
    .replaceAll(`\${SubjectCN}`, () => escapeFilterValue(commonName))
    .replaceAll(`\${SubjectDN}`, () => escapeFilterValue(distinguishedName))
  return filled.startsWith('(') ? filled : `(${filled})`
}

function firstValue(entry: Entry, attribute: string): string {
  const value = entry[attribute]
  return String(Array.isArray(value) ? (value[0] ?? '') : (value ?? ''))
}
