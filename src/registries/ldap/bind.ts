/** Verifies a password by an LDAP bind: RFC 4511 section 4.2. */
import type { Client } from 'ldapts'

import { verifyPasswordByBind } from '../../lib/access/ldap-bind.ts'

/**
 * The LDAP result codes that reject this user: RFC 4511 appendix A. Directories send 19 and 53 for locked
 * accounts.
 */
const refusals: readonly number[] = [19, 32, 34, 48, 49, 53]

/** Returns whether the directory accepts the password. Throws for every other result code. */
export function binds(client: Client, dn: string, password: string): Promise<boolean> {
  return verifyPasswordByBind(client, dn, password, refusals)
}
