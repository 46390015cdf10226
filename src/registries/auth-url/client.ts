/**
 * The HTTP client of an authentication URL: connections that are kept, one time limit, answers without their bodies.
 */
import type { Pool } from 'undici'

import type { TlsMaterial } from '../../lib/tls-files.ts'
import { RegistryUnavailable } from '../registry.ts'
import { type Answer, ask, GivenUp } from './question.ts'

export interface ClientSettings {
  /** Of the registry, for messages. */
  name: string
  url: URL
  /** The time limit of the whole exchange, the body included. */
  seconds: number
  tls: TlsMaterial | undefined
}

export interface AuthUrlClient {
  /** Sends a GET and takes in the whole answer; follows no redirect. Throws `RegistryUnavailable` when there is none. */
  ask(headers: Record<string, string>, signal: AbortSignal | undefined): Promise<Answer>
  /** Lets questions under way be answered first. */
  close(): Promise<void>
}

const connections = 64

export function openClient({ name, url, seconds, tls }: ClientSettings): AuthUrlClient {
  const path = url.pathname + url.search
  const opened = openPool(url, seconds, tls)

  return {
    async ask(headers, signal) {
      const pool = await opened
      try {
        return await ask({ pool, request: { method: 'GET', path, headers }, limitMs: seconds * 1000, signal })
      } catch (cause) {
        throw new RegistryUnavailable(
          `registry ${name}: the authentication URL ${failureOf(cause as Error)}`,
          {
            cause,
          },
        )
      }
    },

    async close() {
      const pool = await opened
      if (!pool.closed) await pool.close()
    },
  }

  function failureOf(cause: NodeJS.ErrnoException): string {
    if (!(cause instanceof GivenUp)) return `could not be asked: ${reasonOf(cause)}`
    return cause.because === 'late'
      ? `did not answer within ${seconds} s`
      : 'was not waited for: the caller went away'
  }
}

/** Most processes know the type of this registry and open none: the client is loaded by those that do. */
async function openPool(url: URL, seconds: number, tls: TlsMaterial | undefined): Promise<Pool> {
  const { Pool } = await import('undici')
  return new Pool(url.origin, {
    connections,
    connect: { ...tls, timeout: seconds * 1000 },
    allowH2: false,
    headersTimeout: 0, // the limit of the whole exchange covers all of it
    bodyTimeout: 0,
  })
}

/** A name that stands for several addresses fails with an error that has only a code. */
function reasonOf({ message, code, name }: NodeJS.ErrnoException): string {
  return message || code || name
}
