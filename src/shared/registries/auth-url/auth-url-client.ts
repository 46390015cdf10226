/** The HTTP client of an authentication URL, with one timeout for each request. Bodies are discarded. */
import {
  ConnectionClosedError,
  fetchWholeResponse,
  type OpenConnectionPool,
  openConnectionPool,
  type ResponseHead,
  ResponseTimeoutError,
} from '../../http/client/index.ts'
import type { TlsConnectOptions } from '../../lib/files/tls-files.ts'
import { RegistryUnavailableError } from '../contract/user-registry.ts'

/** The arguments of `openAuthUrlClient`. */
export interface AuthUrlClientOptions {
  /** The name of the registry, for error messages. */
  name: string
  url: URL
  /** The timeout of the whole exchange, including the body, in seconds. */
  timeoutSeconds: number
  tls: TlsConnectOptions | undefined
  /** The HTTP client; the built-in one by default. */
  openConnections?: OpenConnectionPool | undefined
}

const maxConnections = 64
/** The rest of a longer body is not read. */
const maxBodyBytes = 64 * 1024

/** Opens the client. It connects with the first request. */
export function openAuthUrlClient(options: AuthUrlClientOptions) {
  const { name, url, timeoutSeconds, tls, openConnections = openConnectionPool } = options
  const path = url.pathname + url.search
  const connections = openConnections(url.origin, { tls, maxConnections })

  return {
    /**
     * Sends a GET request with these headers, a flat list of names and values, and returns the head of the response
     * after its body has ended. Follows no redirects. Throws `RegistryUnavailableError` when no response arrives.
     */
    async send(headers: string[], signal: AbortSignal | undefined): Promise<ResponseHead> {
      const until = performance.now() + timeoutSeconds * 1000
      const fetchResponse = () => {
        const limits = { timeoutMs: Math.max(0, until - performance.now()), maxBodyBytes, cutsBody: true, signal }
        return fetchWholeResponse(connections, { method: 'GET', path, headers }, limits)
      }
      try {
        return await fetchResponse().catch((error: Error) => {
          if (isBrokenConnection(error)) return fetchResponse()
          throw error
        })
      } catch (cause) {
        const isGone = signal?.aborted === true
        throw new RegistryUnavailableError(`registry ${name}: ${failureOf(cause as Error, isGone)}`, { cause })
      }
    },

    /** Closes the connections after running requests have ended. */
    close: (): Promise<void> => connections.close(),
  }

  function failureOf(cause: NodeJS.ErrnoException, isGone: boolean): string {
    if (isGone) return 'the request to the authentication URL was aborted: the caller disconnected'
    return cause instanceof ResponseTimeoutError
      ? `the authentication URL did not respond within ${timeoutSeconds} s`
      : `the request to the authentication URL failed: ${reasonOf(cause)}`
  }
}

/** Returns whether the server may have closed an idle connection at the moment of sending. */
function isBrokenConnection(error: NodeJS.ErrnoException): boolean {
  return error instanceof ConnectionClosedError || error.code === 'ECONNRESET' || error.code === 'EPIPE'
}

/** Returns why a connection failed. With several IP addresses, Node reports a code without a message. */
function reasonOf({ message, code, name }: NodeJS.ErrnoException): string {
  return message || code || name
}

/** Returns the seconds from `now` (ms) that Retry-After names, rounded up, or undefined: RFC 9110 section 10.2.3. */
export function parseRetryAfter(field: string | undefined, now: number): number | undefined {
  const text = field?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)

  const moment = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(moment) ? undefined : Math.max(0, Math.ceil((moment - now) / 1000))
}
