/**
 * The HTTP client of an authentication URL: connections that are kept, one time limit, answers without their bodies.
 */
import { type AnswerHead, openUndiciConnections } from '../../http/client/index.ts'
import type { TlsConnectOptions } from '../../lib/files/tls-files.ts'
import { RegistryUnavailable } from '../registry.ts'
import { ask, GivenUp } from './question.ts'

export interface ClientSettings {
  /** Of the registry, for messages. */
  name: string
  url: URL
  /** The time limit of the whole exchange, the body included. */
  seconds: number
  tls: TlsConnectOptions | undefined
}

export interface AuthUrlClient {
  /** Sends a GET with these fields, names and values in turn, and takes in the whole answer; follows no redirect. Throws `RegistryUnavailable` when there is none. */
  ask(headers: string[], signal: AbortSignal | undefined): Promise<AnswerHead>
  /** Lets questions under way be answered first. */
  close(): Promise<void>
}

const mostConnections = 64

export function openClient({ name, url, seconds, tls }: ClientSettings): AuthUrlClient {
  const path = url.pathname + url.search
  const connections = openUndiciConnections(url.origin, { tls, most: mostConnections })
  const limitMs = seconds * 1000

  return {
    async ask(headers, signal) {
      try {
        return await ask({ connections, request: { method: 'GET', path, headers }, limitMs, signal })
      } catch (cause) {
        const message = `registry ${name}: the authentication URL ${failureOf(cause as Error)}`
        throw new RegistryUnavailable(message, { cause })
      }
    },

    close() {
      return connections.close()
    },
  }

  function failureOf(cause: NodeJS.ErrnoException): string {
    if (!(cause instanceof GivenUp)) return `could not be asked: ${reasonOf(cause)}`
    return cause.because === 'late'
      ? `did not answer within ${seconds} s`
      : 'was not waited for: the caller went away'
  }
}

/** A name that stands for several addresses fails with an error that has only a code. */
function reasonOf({ message, code, name }: NodeJS.ErrnoException): string {
  return message || code || name
}
