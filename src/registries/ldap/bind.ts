/**
 * A bind: the directory checks a password.
 *
 * RFC 4511 section 4.2.
 */
import type { Client } from 'ldapts'

import { verifyPasswordByBind } from '../../lib/access/ldap-bind.ts'

/** Answers with which a directory says no to this user. Appendix A; 19 and 53 are sent for locked accounts. */
const refusals: readonly number[] = [19, 32, 34, 48, 49, 53]

/** Whether the directory takes the password for the name. Throws when it says neither yes nor no. */
export function binds(client: Client, dn: string, password: string): Promise<boolean> {
  return verifyPasswordByBind(client, dn, password, refusals)
}
