/**
 * Verifies passwords against an LDAP directory with a bind operation.
 *
 * RFC 4511 section 4.2.
 */
import { randomUUID } from 'node:crypto'

import { type Client, ResultCodeError } from 'ldapts'

/**
 * Returns whether the directory accepts the password for the distinguished name. `refusals` are the result codes
 * that mean a wrong password (appendix A). Throws the LDAP error for every other result code.
 */
export async function verifyPasswordByBind(
  client: Client,
  dn: string,
  password: string,
  refusals: readonly number[],
): Promise<boolean> {
  try {
    await client.bind(dn, password)
    return true
  } catch (error) {
    if (error instanceof ResultCodeError && refusals.includes(error.code)) return false
    throw error
  }
}

/**
 * Returns a distinguished name that no entry has. A bind with it takes as long as a bind with a wrong password,
 * so response times do not reveal which users exist.
 */
export function buildUnusedDn(base: string): string {
  return `cn=${randomUUID()},${base}`
}
