/**
 * Opens one LDAP connection for one sign-in.
 *
 * No connection is kept open between sign-ins: a bind changes the identity of a connection, and a connection that
 * is used once cannot have the identity of another user. Sign-ins are rare compared with the calls that use the
 * token.
 */
import { isIP } from 'node:net'

import { Client } from 'ldapts'

import type { TlsConnectOptions } from '../../lib/files/tls-files.ts'
import { waitUntilAborted } from '../../lib/time/until-aborted.ts'

/** An LDAP server and the TLS options of connections to it. */
export interface Directory {
  url: string
  tls: TlsConnectOptions | undefined
}

/** Runs `work` with a new connection, and closes the connection afterwards. Rejects when `end` is aborted. */
export async function withDirectory<T>(
  { url, tls }: Directory,
  end: AbortSignal,
  work: (client: Client) => Promise<T>,
): Promise<T> {
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
