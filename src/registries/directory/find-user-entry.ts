/** Finds the entry of a user in an LDAP directory: RFC 4511 section 4.5. Referrals are not followed. */
import type { Client, Entry } from 'ldapts'
import { verifyPassword } from './verify-password.ts'

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
