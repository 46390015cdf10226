/**
 * Passwords that a directory checks, in a bind.
 *
 * RFC 4511 section 4.2.
 */
import { randomUUID } from 'node:crypto'

import { type Client, ResultCodeError } from 'ldapts'

/**
 * Whether the directory takes the password for the name; `refusals` are the result codes that say no (appendix A).
 * Throws when it says neither yes nor no.
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

/** A name that no entry has: a bind with it costs as much time as one with a wrong password. */
export function buildUnusedDn(base: string): string {
  return `cn=${randomUUID()},${base}`
}
