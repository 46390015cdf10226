/**
 * The LDAP registry: users and groups of a directory.
 *
 * A name is searched for first, then its entry is bound to with the password; the directory is the judge. What a
 * caller sends stands in filters only escaped (RFC 4515 section 3).
 */
import { Client, type Entry, Filter, NoSuchObjectError } from 'ldapts'
import { LRUCache } from 'lru-cache'

import { buildUnusedDn, verifyPasswordByBind } from '../../../lib/access/ldap-bind.ts'
import { RegistryUnavailableError } from '../../../registries/index.ts'
import type { CertificateSubject, Identity, UserRegistry } from '../../identity/user-registry.ts'
import type { LdapRegistrySettings } from '../../settings/ldap-registry.ts'
import { groupsOf } from './ldap-groups.ts'

const rememberMs = 30_000
const remembered = 1_000
/** No such entry, and no such password (RFC 4511 appendix A). */
const refusals = [32, 49]

/** Opens the registry. `ca` reads the certificates that the directory's own must be issued by. */
export function openLdapRegistry(
  settings: LdapRegistrySettings,
  ca: () => Promise<Buffer | undefined> = async () => undefined,
): UserRegistry {
  const { realm, baseDn, userFilter, userId, certificates } = settings
  const found = new LRUCache<string, { identity: Identity | undefined }>({ max: remembered, ttl: rememberMs })

  /** Runs `work` with a connection that may search. A directory that cannot be asked is told as such. */
  async function ask<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = await connect(settings, ca)
    try {
      if (settings.bind) await client.bind(settings.bind.dn, settings.bind.password)
      return await work(client)
    } catch (cause) {
      throw new RegistryUnavailableError(
        `the directory ${settings.host}:${settings.port} could not be asked`,
        {
          cause,
        },
      )
    } finally {
      await client.unbind().catch(() => {})
    }
  }

  const byName = (client: Client, name: string) =>
    searchOne(client, baseDn, 'sub', userFilter.replaceAll('%v', Filter.escape(name)), userId)

  async function identity(client: Client, entry: Entry): Promise<Identity> {
    return { name: textOf(entry, userId), groups: await groupsOf(client, entry.dn, settings) }
  }

  return {
    realm,

    async authenticate(name, password) {
      if (password === '') return undefined // RFC 4513 section 5.1.2: such a bind would succeed for everyone

      return ask(async (client) => {
        const entry = await byName(client, name)
        // A name that nobody has costs a bind as well, so that the answer takes as long.
        const right = await binds(settings, ca, entry?.dn ?? buildUnusedDn(baseDn), password)
        return entry && right ? { ...(await identity(client, entry)), name } : undefined
      })
    },

    async identify(subject) {
      return ask(async (client) => {
        const entry =
          certificates.mode === 'exactDn'
            ? await searchOne(client, subject.distinguishedName, 'base', '(objectClass=*)', userId)
            : await searchOne(client, baseDn, 'sub', certificateFilter(certificates.filter, subject), userId)
        return entry && identity(client, entry)
      })
    },

    async find(name) {
      const known = found.get(name)
      if (known) return known.identity

      const asked = await ask(async (client) => {
        const entry = await byName(client, name)
        return entry && { ...(await identity(client, entry)), name }
      })
      found.set(name, { identity: asked })
      return asked
    },

    async close() {
      found.clear()
    },
  }
}

async function connect(
  settings: LdapRegistrySettings,
  ca: () => Promise<Buffer | undefined>,
): Promise<Client> {
  const { host, port, tls, timeout } = settings
  const trusted = tls ? await ca() : undefined
  return new Client({
    url: `${tls ? 'ldaps' : 'ldap'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    timeout,
    connectTimeout: timeout,
    ...(tls ? { tlsOptions: { minVersion: 'TLSv1.2', ...(trusted ? { ca: trusted } : {}) } } : {}),
  })
}

/** Whether the directory lets an entry in with a password. On a connection of its own, so the search keeps its rights. */
async function binds(
  settings: LdapRegistrySettings,
  ca: () => Promise<Buffer | undefined>,
  dn: string,
  password: string,
): Promise<boolean> {
  const client = await connect(settings, ca)
  try {
    return await verifyPasswordByBind(client, dn, password, refusals)
  } finally {
    await client.unbind().catch(() => {})
  }
}

/** The only entry that a filter finds; undefined when it finds none, or more than one and so nobody in particular. */
async function searchOne(
  client: Client,
  base: string,
  scope: 'base' | 'sub',
  filter: string,
  attribute: string,
): Promise<Entry | undefined> {
  try {
    const { searchEntries } = await client.search(base, {
      scope,
      filter,
      attributes: [attribute],
      sizeLimit: 2,
    })
    return searchEntries.length === 1 ? searchEntries[0] : undefined
  } catch (error) {
    if (scope === 'base' && error instanceof NoSuchObjectError) return undefined
    throw error
  }
}

function certificateFilter(filter: string, { commonName, distinguishedName }: CertificateSubject): string {
  const filled = filter
    .replaceAll(`\${SubjectCN}`, Filter.escape(commonName))
    .replaceAll(`\${SubjectDN}`, Filter.escape(distinguishedName))
  return filled.startsWith('(') ? filled : `(${filled})`
}

function textOf(entry: Entry, attribute: string): string {
  const value = entry[attribute]
  return String(Array.isArray(value) ? (value[0] ?? '') : (value ?? ''))
}
