/** The HTTP client of an authentication URL, with one timeout for each request. Bodies are discarded. */
import { openUndiciPool, type ResponseHead } from '../../http/client/index.ts'
import type { TlsConnectOptions } from '../../lib/files/tls-files.ts'
import { RegistryUnavailableError } from '../contract/user-registry.ts'
import { RequestAbortedError, sendAuthUrlRequest } from './auth-url-request.ts'

/** The arguments of `openAuthUrlClient`. */
export interface AuthUrlClientOptions {
  /** The name of the registry, for error messages. */
  name: string
  url: URL
  /** The timeout of the whole exchange, including the body, in seconds. */
  timeoutSeconds: number
  tls: TlsConnectOptions | undefined
}

/** The HTTP client of one authentication URL. */
export interface AuthUrlClient {
  /**
   * Sends a GET request with these headers, a flat list of names and values, and returns the head of the response
   * after its body has ended. Follows no redirects. Throws `RegistryUnavailableError` when no response arrives.
   */
  send(headers: string[], signal: AbortSignal | undefined): Promise<ResponseHead>
  /** Closes the connections after running requests have ended. */
  close(): Promise<void>
}

const maxConnections = 64

/** Opens the client. It connects with the first request. */
export function openAuthUrlClient({ name, url, timeoutSeconds, tls }: AuthUrlClientOptions): AuthUrlClient {
  const path = url.pathname + url.search
  const connections = openUndiciPool(url.origin, { tls, maxConnections })
  const timeoutMs = timeoutSeconds * 1000

  return {
    async send(headers, signal) {
      try {
        return await sendAuthUrlRequest({
          connections,
          request: { method: 'GET', path, headers },
          timeoutMs,
          signal,
        })
      } catch (cause) {
        const message = `registry ${name}: ${failureOf(cause as Error)}`
        throw new RegistryUnavailableError(message, { cause })
      }
    },

    close() {
      return connections.close()
    },
  }

  function failureOf(cause: NodeJS.ErrnoException): string {
    if (!(cause instanceof RequestAbortedError))
      return `the request to the authentication URL failed: ${reasonOf(cause)}`
    return cause.reason === 'late'
      ? `the authentication URL did not respond within ${timeoutSeconds} s`
      : 'the request to the authentication URL was aborted: the caller disconnected'
  }
}

/** Returns why a connection failed. With several IP addresses, Node reports a code without a message. */
function reasonOf({ message, code, name }: NodeJS.ErrnoException): string {
  return message || code || name
}
