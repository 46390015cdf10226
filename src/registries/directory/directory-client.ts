/** Runs look-ups in an LDAP directory, a limited number at the same time, each within a timeout. */
import type { Client } from 'ldapts'

import type { TlsConnectOptions } from '../../lib/files/tls-files.ts'
import { waitUntilAborted } from '../../lib/time/until-aborted.ts'
import { openSemaphore } from '../../security/index.ts'
import { RegistryUnavailableError } from '../contract/user-registry.ts'
import { withLdapConnection } from './ldap-connection.ts'

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

/** The client of one LDAP directory. */
export interface DirectoryClient {
  /**
   * Runs a look-up on a connection of its own and returns its result. Throws `RegistryUnavailableError` when the look-up
   * fails, the timeout passes, the caller aborts, or the client is closed.
   */
  run<T>(lookUp: (client: Client) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Rejects later look-ups. Running ones still complete. */
  close(): void
}

/** The maximum number of concurrent connections, and of look-ups that wait for one. */
const maxConnections = 32
const maxWaiting = 512

/** Opens the client. It connects for each look-up. */
export function openDirectoryClient({ registry, url, tls, timeoutMs }: DirectoryClientOptions): DirectoryClient {
  const unavailable = (reason: string, cause?: unknown) =>
    new RegistryUnavailableError(`registry ${registry}: ${reason}`, { cause })
  const limit = openSemaphore({
    maxRunning: maxConnections,
    maxWaiting,
    createOverflowError: () => unavailable(`${maxWaiting} sign-ins are already waiting for the directory`),
  })
  let closed = false

  return {
    async run(lookUp, signal) {
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

    close() {
      closed = true
    },
  }
}

function reasonOf(cause: NodeJS.ErrnoException): string {
  return cause.message || String(cause.code ?? cause.name)
}
