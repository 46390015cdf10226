/**
 * One connection to a directory for one sign-in.
 *
 * Nothing is kept open between sign-ins: a bind changes whom a connection speaks for, and a connection that is
 * used once can never speak for the wrong user. Signing in is rare beside the calls that a token then makes.
 */
import { isIP } from 'node:net'

import { Client } from 'ldapts'

import type { TlsConnectOptions } from '../../lib/files/tls-files.ts'
import { untilAborted } from '../../lib/time/until-aborted.ts'

export interface Directory {
  url: string
  tls: TlsConnectOptions | undefined
}

/** Runs the work on a connection of its own, and ends the connection whatever happens, at the latest with `end`. */
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
    return await untilAborted(end, run())
  } finally {
    client.unbind().catch(() => {}) // it may be broken, or not even open
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
