/**
 * The HTTP client of an authentication URL: connections that are kept, one time limit, answers without their bodies.
 */
import { type AnswerHead, openUndiciConnections } from '../../http/client/index.ts'
import type { TlsConnectOptions } from '../../lib/files/tls-files.ts'
import { RegistryUnavailableError } from '../contract/user-registry.ts'
import { RequestAbortedError, sendAuthUrlRequest } from './auth-url-request.ts'

export interface AuthUrlClientOptions {
  /** Of the registry, for messages. */
  name: string
  url: URL
  /** The time limit of the whole exchange, the body included. */
  seconds: number
  tls: TlsConnectOptions | undefined
}

export interface AuthUrlClient {
  /** Sends a GET with these fields, names and values in turn, and takes in the whole answer; follows no redirect. Throws `RegistryUnavailableError` when there is none. */
  send(headers: string[], signal: AbortSignal | undefined): Promise<AnswerHead>
  /** Lets questions under way be answered first. */
  close(): Promise<void>
}

const mostConnections = 64

export function openAuthUrlClient({ name, url, seconds, tls }: AuthUrlClientOptions): AuthUrlClient {
  const path = url.pathname + url.search
  const connections = openUndiciConnections(url.origin, { tls, most: mostConnections })
  const limitMs = seconds * 1000

  return {
    async send(headers, signal) {
      try {
        return await sendAuthUrlRequest({
          connections,
          request: { method: 'GET', path, headers },
          limitMs,
          signal,
        })
      } catch (cause) {
        const message = `registry ${name}: the authentication URL ${failureOf(cause as Error)}`
        throw new RegistryUnavailableError(message, { cause })
      }
    },

    close() {
      return connections.close()
    },
  }

  function failureOf(cause: NodeJS.ErrnoException): string {
    if (!(cause instanceof RequestAbortedError)) return `could not be asked: ${reasonOf(cause)}`
    return cause.reason === 'late'
      ? `did not answer within ${seconds} s`
      : 'was not waited for: the caller went away'
  }
}

/** A name that stands for several addresses fails with an error that has only a code. */
function reasonOf({ message, code, name }: NodeJS.ErrnoException): string {
  return message || code || name
}
