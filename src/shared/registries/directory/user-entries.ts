/** Finds the entry of a user in an LDAP directory (RFC 4511 section 4.5), without referrals, and verifies passwords with a bind (section 4.2). */
import { randomUUID } from 'node:crypto'
import type { Client, Entry } from 'ldapts'

/** The distinguished name and password with which the directory is searched. */
export type SearchAccount = { dn: string; password: string }

/** A search for one entry. */
export interface UserSearch {
  base: string
  scope: 'base' | 'one' | 'sub'
  /** A filter in which the name is escaped: RFC 4515. */
  filter: string
  /** The attributes to return. `1.1` returns none (RFC 4511 section 4.5.1.8). */
  attributes: readonly string[]
  /** The search without the name, for error messages. */
  description: string
  /** Called with the distinguished names when the filter matches several entries. */
  onAmbiguous?: (dns: readonly string[]) => void
}

/** Binds as the search account; anonymously when the registry has none. Throws when the directory rejects the account. */
export async function bindSearchAccount(client: Client, account: SearchAccount | undefined): Promise<void> {
  if (!account) return client.bind('', '') // RFC 4513 section 5.1.1: an anonymous bind
  if (!(await verifyPassword(client, account.dn, account.password))) {
    throw new Error(`the password of the search account ${account.dn} is rejected`)
  }
}

/** Returns the only entry that a filter matches; undefined for none or several. Throws when the search fails. */
export async function findUserEntry(client: Client, search: UserSearch): Promise<Entry | undefined> {
  const { base, scope, filter, attributes, description, onAmbiguous } = search
  const options = { scope, filter, sizeLimit: 2, attributes: [...attributes] }
  const { searchEntries } = await client.search(base, options).catch((cause: Error) => {
    throw new Error(`the search below "${base}" for ${description} failed: ${cause.message}`, { cause })
  })
  if (searchEntries.length > 1) onAmbiguous?.(searchEntries.map(({ dn }) => dn))
  return searchEntries.length === 1 ? searchEntries[0] : undefined
}

/** The LDAP result codes that reject this user: RFC 4511 appendix A. Directories send 19 and 53 for locked accounts. */
const rejections: readonly number[] = [19, 32, 34, 48, 49, 53]

/**
 * Returns whether a password can be verified by a bind. RFC 4513 section 5.1.2: a bind without a password succeeds for
 * every name, and proves nothing. Some directories ignore what follows a zero byte.
 */
export function canBindWith(password: string): boolean {
  return password !== '' && !password.includes('\0')
}

/**
 * Returns whether the directory accepts the password for a distinguished name. The connection then has the rights of
 * that name. Throws the LDAP error for every result code that does not reject the user.
 */
export async function verifyPassword(client: Client, dn: string, password: string): Promise<boolean> {
  if (!canBindWith(password)) return false
  try {
    await client.bind(dn, password)
    return true
  } catch (error) {
    const { ResultCodeError } = await import('ldapts')
    if (error instanceof ResultCodeError && rejections.includes(error.code)) return false
    throw error
  }
}

/**
 * Returns whether the directory accepts the password for an entry. Without an entry it binds with a name below `base`
 * that does not exist, so that the response time does not reveal which users exist.
 */
export async function verifyEntryPassword(
  client: Client,
  entry: Entry | undefined,
  base: string,
  password: string,
): Promise<boolean> {
  const isRight = await verifyPassword(client, entry?.dn ?? `cn=${randomUUID()},${base}`, password)
  return entry !== undefined && isRight
}
