/** Verifies passwords with an LDAP bind: RFC 4511 section 4.2. */
import { randomUUID } from 'node:crypto'
import type { Client, Entry } from 'ldapts'

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
