/**
 * Signing in at a directory: three ways from a user name to a bind.
 *
 * RFC 4511 sections 4.2 and 4.5; RFC 4513 section 5.1.
 */
import { randomUUID } from 'node:crypto'

import { type Client, type Entry, ResultCodeError } from 'ldapts'

import type { Log } from '../../lib/log.ts'
import { escapeDnValue, escapeFilterValue } from './names.ts'
import type { LdapConfiguration } from './settings.ts'

/** The name under which the directory knows the user, or undefined when it does not let the user in. */
export type SignIn = (client: Client, name: string, password: string) => Promise<string | undefined>

/** The directory is asked in a way that it does not accept: the document must be mended. */
export class Misconfigured extends Error {
  override name = 'Misconfigured'
}

/** The way that the configuration asks for. Throws when it lacks something for it. */
export function signInFor(configuration: LdapConfiguration, log: Log): SignIn {
  switch (configuration.authentication_method) {
    case 'search_dn':
      return bySearch(configuration, log)
    case 'compose_dn':
      return byComposing(composeDn(configuration))
    case 'compose_upn':
      return byComposing(composeUpn(configuration))
  }
}

function bySearch(configuration: LdapConfiguration, log: Log): SignIn {
  const { search_dn_base: base, search_dn_scope: scope } = configuration
  const { search_dn_filter_prefix: prefix, search_dn_filter_suffix: suffix } = configuration
  const admin = adminOf(configuration)
  const attribute = /([a-z][a-z0-9-]*)=$/i.exec(prefix)?.[1]

  return async function bySearch(client, name, password) {
    if (admin) await bindAdmin(client, admin)

    const filter = prefix + escapeFilterValue(name) + suffix
    const options = { scope, filter, sizeLimit: 2, attributes: [attribute ?? '1.1'] }
    const { searchEntries } = await client
      .search(base, options)
      .catch(explainSearch(base, `${prefix}…${suffix}`))
    if (searchEntries.length > 1) {
      log.warn(
        { entries: searchEntries.map(({ dn }) => dn) },
        'a user name finds several entries: nobody is let in',
      )
      return undefined
    }

    // A bind follows also when nobody was found, so that the time taken does not tell who exists.
    const dn = searchEntries[0]?.dn ?? `cn=${randomUUID()},${base}`
    const right = await binds(client, dn, password)
    return right && searchEntries[0] ? nameIn(searchEntries[0], attribute) : undefined
  }
}

/** The directory's own spelling, which is one whatever was typed; the whole DN when the filter names no attribute. */
function nameIn(entry: Entry, attribute: string | undefined): string {
  const key = Object.keys(entry).find((each) => each.toLowerCase() === attribute?.toLowerCase())
  const values = [key === undefined ? undefined : entry[key]]
    .flat()
    .filter((each) => typeof each === 'string')
  return values.toSorted()[0] ?? entry.dn
}

function byComposing(compose: (name: string) => string): SignIn {
  return async function byComposing(client, name, password) {
    return (await binds(client, compose(name), password)) ? name : undefined
  }
}

/** Prefix and suffix may be written as parts of a filter, `(uid=` and `)`, as other products' documents have them. */
function composeDn({ bind_prefix, bind_suffix, search_dn_base: base }: LdapConfiguration) {
  const prefix = bind_prefix.replace(/^\(/, '')
  const suffix = bind_suffix.replace(/^\)/, '') || (base && `,${base}`)
  if (!/=$/.test(prefix)) throw new Misconfigured('configuration.bind_prefix must end in "=", like "uid="')
  if (!/^[,+]/.test(suffix)) {
    throw new Misconfigured(
      'configuration needs a bind_suffix like ",ou=people,dc=example,dc=com" or a search_dn_base',
    )
  }
  return (name: string) => prefix + escapeDnValue(name) + suffix
}

/** A user principal name, alice@example.com; one that was typed whole is taken as it is. */
function composeUpn({ bind_suffix: suffix }: LdapConfiguration) {
  if (!suffix.startsWith('@'))
    throw new Misconfigured('configuration.bind_suffix must be like "@example.com"')
  return (name: string) => (name.toLowerCase().endsWith(suffix.toLowerCase()) ? name : name + suffix)
}

interface Admin {
  dn: string
  password: string
}

function adminOf({ authenticated_bind, admin_dn: dn, admin_password: password }: LdapConfiguration) {
  if (String(authenticated_bind) !== 'true') return undefined
  if (!dn || !password) {
    throw new Misconfigured('configuration.authenticated_bind needs admin_dn and admin_password')
  }
  return { dn, password }
}

async function bindAdmin(client: Client, { dn, password }: Admin): Promise<void> {
  if (await binds(client, dn, password)) return
  throw new Misconfigured('the directory does not let in admin_dn with admin_password')
}

/** Answers with which a directory says no to this user. RFC 4511 appendix A; 19 and 53 are sent for locked accounts. */
const refusals: readonly number[] = [19, 32, 34, 48, 49, 53]

async function binds(client: Client, dn: string, password: string): Promise<boolean> {
  try {
    await client.bind(dn, password)
    return true
  } catch (error) {
    if (error instanceof ResultCodeError && refusals.includes(error.code)) return false
    throw error
  }
}

function explainSearch(base: string, filter: string) {
  return (error: unknown): never => {
    const text = error instanceof Error ? error.message : String(error)
    throw new Misconfigured(`the search below "${base}" for ${filter} failed: ${text}`, { cause: error })
  }
}
