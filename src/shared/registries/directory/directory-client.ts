/** Runs look-ups in an LDAP directory, a limited number at the same time, each within a timeout. */
import { isIP } from 'node:net'
import type { Client } from 'ldapts'
import type { TlsConnectOptions } from '../../lib/files/tls-files.ts'
import { waitUntilAborted } from '../../lib/time/wait-or-abort.ts'
import { openSemaphore } from '../../security/index.ts'
import { RegistryUnavailableError } from '../contract/user-registry.ts'

/** The arguments of `openDirectoryClient`. */
export interface DirectoryClientOptions {
  /** The name of the registry, for error messages. */
  registry: string
  /** `ldap://host:389` or `ldaps://host:636`. */
  url: string
  /** Returns the TLS options of the next connection. With TLS options, `ldap://` uses StartTLS. */
  tls(): TlsConnectOptions | undefined | Promise<TlsConnectOptions | undefined>
  /** The timeout of a whole look-up, in milliseconds. */
  timeoutMs: number
}

/** The maximum number of concurrent connections, and of look-ups that wait for one. */
const maxConnections = 32
const maxWaiting = 512

/** Opens the client. It connects for each look-up. */
export function openDirectoryClient({ registry, url, tls, timeoutMs }: DirectoryClientOptions) {
  const unavailable = (reason: string, cause?: unknown) =>
    new RegistryUnavailableError(`registry ${registry}: ${reason}`, { cause })
  const limit = openSemaphore({
    maxRunning: maxConnections,
    maxWaiting,
    createOverflowError: () => unavailable(`${maxWaiting} sign-ins are already waiting for the directory`),
  })
  let closed = false

  return {
    /** Looks up on a connection of its own. Throws `RegistryUnavailableError`, also when late, aborted or closed. */
    async run<T>(lookUp: (client: Client) => Promise<T>, signal?: AbortSignal): Promise<T> {
      if (closed) throw unavailable('it is closed')
      if (signal?.aborted) throw unavailable('the caller of the sign-in disconnected')

      const timeout = AbortSignal.timeout(timeoutMs)
      const end = signal ? AbortSignal.any([timeout, signal]) : timeout
      const result = limit(async () => withLdapConnection({ url, tls: await tls() }, end, lookUp))
      return waitUntilAborted(end, result).catch((cause) => {
        if (timeout.aborted) throw unavailable(`the directory did not respond within ${timeoutMs / 1000} s`, cause)
        if (signal?.aborted) throw unavailable('the caller of the sign-in disconnected', cause)
        if (cause instanceof RegistryUnavailableError) throw cause
        throw unavailable(`the request to the directory failed: ${reasonOf(cause)}`, cause)
      })
    },

    /** Rejects later look-ups. Running ones still complete. */
    close(): void {
      closed = true
    },
  }
}

function reasonOf(cause: NodeJS.ErrnoException): string {
  return cause.message || String(cause.code ?? cause.name)
}

/** An LDAP server and the TLS options of connections to it. With TLS options, `ldap://` uses StartTLS. */
type DirectoryAddress = { url: string; tls: TlsConnectOptions | undefined }

/**
 * Runs `work` with a new connection, and closes the connection afterwards. Rejects when `end` is aborted.
 *
 * No connection is kept open between look-ups: a bind changes the identity of a connection, and a connection that is
 * used once cannot have the identity of another user. Sign-ins are rare compared with the calls that use the token.
 */
async function withLdapConnection<T>(
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
  return { servername: isIP(host) ? undefined : host, host, ...tls }
}
