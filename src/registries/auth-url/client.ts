/**
 * The HTTP client of an authentication URL: connections that are kept, one time limit, answers without their bodies.
 */
import type { Dispatcher, Pool } from 'undici'

import type { TlsMaterial } from '../../lib/tls-files.ts'
import { RegistryUnavailable } from '../registry.ts'

export interface ClientSettings {
  /** Of the registry, for messages. */
  name: string
  url: URL
  /** The time limit of the whole exchange, the body included. */
  seconds: number
  tls: TlsMaterial | undefined
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
}

export interface AuthUrlClient {
  /** Sends a GET and takes in the whole answer; follows no redirect. Throws `RegistryUnavailable` when there is none. */
  ask(headers: Record<string, string>, signal: AbortSignal | undefined): Promise<Answer>
  /** Lets questions under way be answered first. */
  close(): Promise<void>
}

/** More of a body than this is not waited for: nothing in it counts. */
const bodyLimit = 64 * 1024
const connections = 64

export function openClient({ name, url, seconds, tls }: ClientSettings): AuthUrlClient {
  const path = url.pathname + url.search
  const opened = openPool(url, seconds, tls)

  return {
    async ask(headers, signal) {
      const limit = AbortSignal.timeout(seconds * 1000)
      const end = signal ? AbortSignal.any([limit, signal]) : limit
      try {
        const answer = await request({ method: 'GET', path, headers, signal: end })
        await drain(answer.body)
        return { status: answer.statusCode, headers: answer.headers }
      } catch (cause) {
        if (limit.aborted) throw unavailable(`did not answer within ${seconds} s`, cause)
        if (signal?.aborted) throw unavailable('was not waited for: the caller went away', cause)
        throw unavailable(`could not be asked: ${reasonOf(cause as NodeJS.ErrnoException)}`, cause)
      }
    },

    async close() {
      const pool = await opened
      if (!pool.closed) await pool.close()
    },
  }

  /** A server may end an idle connection just when a question is sent on it: then it is asked once more. */
  async function request(question: Dispatcher.RequestOptions & { signal: AbortSignal }) {
    const pool = await opened
    try {
      return await pool.request(question)
    } catch (error) {
      if (question.signal.aborted || !isBrokenConnection(error)) throw error
      return pool.request(question)
    }
  }

  function unavailable(what: string, cause: unknown): RegistryUnavailable {
    return new RegistryUnavailable(`registry ${name}: the authentication URL ${what}`, { cause })
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

/** Reads a body to its end without keeping it, so that the connection can be used again. */
async function drain(body: AsyncIterable<Buffer>): Promise<void> {
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > bodyLimit) break // ends the connection
  }
}

function isBrokenConnection(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException
  return ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(code)
}

/** A name that stands for several addresses fails with an error that has only a code. */
function reasonOf({ message, code, name }: NodeJS.ErrnoException): string {
  return message || code || name
}
