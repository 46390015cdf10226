/**
 * Opens one LDAP connection for one look-up.
 *
 * No connection is kept open between look-ups: a bind changes the identity of a connection, and a connection that
 * is used once cannot have the identity of another user. Sign-ins are rare compared with the calls that use the
 * token.
 */
import { isIP } from 'node:net'

import type { Client } from 'ldapts'

import type { TlsConnectOptions } from '../../lib/files/tls-files.ts'
import { waitUntilAborted } from '../../lib/time/until-aborted.ts'

/** An LDAP server and the TLS options of connections to it. With TLS options, `ldap://` uses StartTLS. */
export interface DirectoryAddress {
  url: string
  tls: TlsConnectOptions | undefined
}

/** Runs `work` with a new connection, and closes the connection afterwards. Rejects when `end` is aborted. */
export async function withLdapConnection<T>(
  { url, tls }: DirectoryAddress,
  end: AbortSignal,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const { Client } = await import('ldapts') // loaded when the first directory is asked, as most gateways have none
  end.throwIfAborted()
  const { protocol, hostname } = new URL(url)
  const secure = tlsOptions(tls, hostname)
  const client = new Client({ url, ...(protocol === 'ldaps:' ? { tlsOptions: secure } : {}) })
  try {
    return await waitUntilAborted(end, run())
  } finally {
    client.unbind().catch(() => {}) // the connection can be broken, or not open yet
  }

  async function run(): Promise<T> {
    if (protocol === 'ldap:' && tls) await client.startTLS(secure) // RFC 4511 section 4.14
    return work(client)
  }
}

function tlsOptions(tls: TlsConnectOptions | undefined, hostname: string) {
  const host = hostname.replace(/^\[|\]$/g, '')
  return { ...(isIP(host) ? {} : { servername: host }), host, ...tls }
}
