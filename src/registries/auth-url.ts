/**
 * Authentication URL: user name and password are asked of a web address with HTTP Basic authentication.
 *
 * A GET is sent for each sign-in. 200 means yes. Any other answer means no, except those with which a server says
 * that it could not decide (5xx, 408, 429): they are no verdict about the user, and neither is silence.
 * RFC 7617.
 */
import { Type } from 'typebox'
import { type Dispatcher, Pool } from 'undici'

import { renderBasic } from '../lib/basic-credentials.ts'
import { parseRetryAfter } from '../lib/retry-after.ts'
import { userOf } from './auth-url-user.ts'
import { profileName, tlsProfileMembers } from './endpoint.ts'
import { type RegistryTools, RegistryUnavailable, registryType, type SignInContext } from './registry.ts'

const settings = Type.Object({
  endpoint: Type.Object({
    endpoint: Type.String({
      pattern: '^https?://[^\\s/?#@]+([/?][^\\s#]*)?$',
      description: 'The address to ask, http or https, without a user name in it',
    }),
    timeout: Type.Number({
      exclusiveMinimum: 0,
      maximum: 300,
      default: 10,
      description: 'Seconds within which the whole answer must have arrived',
    }),
    ...tlsProfileMembers,
  }),
})

/** More of a body than this is not waited for: nothing in it counts. */
const bodyLimit = 64 * 1024
const connections = 64

export const authUrl = registryType({
  type: 'authurl',
  settings,

  open({ endpoint }, tools) {
    const url = new URL(endpoint.endpoint)
    const path = url.pathname + url.search
    const profile = profileName(endpoint)
    const pool = new Pool(url.origin, {
      connections,
      connect: { ...(profile ? tools.tls(profile) : {}), timeout: endpoint.timeout * 1000 },
      allowH2: false,
      headersTimeout: 0, // one time limit covers the whole exchange, see below
      bodyTimeout: 0,
    })

    return {
      async authenticate(name, password, context = {}) {
        if (!canBeSent(name, password)) return undefined

        const answer = await ask(name, password, context)
        if (answer.statusCode === 200) return userOf(name, answer.headers, tools)
        if (isUndecided(answer.statusCode)) throw undecided(answer, tools)
        return undefined
      },

      async close() {
        if (!pool.closed) await pool.close() // sign-ins under way are answered first
      },
    }

    /** Sends the question and takes in the whole answer. Throws RegistryUnavailable when there is none. */
    async function ask(
      name: string,
      password: string,
      context: SignInContext,
    ): Promise<Dispatcher.ResponseData> {
      const limit = AbortSignal.timeout(endpoint.timeout * 1000)
      const signal = context.signal ? AbortSignal.any([limit, context.signal]) : limit
      const headers = { authorization: renderBasic(name, password), ...factsOf(context) }
      try {
        const answer = await request(headers, signal)
        await drain(answer)
        return answer
      } catch (cause) {
        throw unavailable(cause as Error, { limit, signal, seconds: endpoint.timeout, tools })
      }
    }

    /** A server may end an idle connection just when a question is sent on it: then it is asked once more. */
    async function request(headers: Record<string, string>, signal: AbortSignal) {
      const question = { method: 'GET', path, headers, signal } as const
      try {
        return await pool.request(question)
      } catch (error) {
        if (signal.aborted || !isBrokenConnection(error)) throw error
        return pool.request(question)
      }
    }
  },
})

/** Section 2: a colon cannot be told from the separator, and control characters are not allowed. */
function canBeSent(name: string, password: string): boolean {
  return name !== '' && !/[:\0-\x1f\x7f]/.test(name) && !/[\0-\x1f\x7f]/.test(password)
}

/** Facts of the call that is being let in, as far as they are known and can stand in a header. */
function factsOf({ scope, uri, requestId }: SignInContext): Record<string, string> {
  const facts = { 'x-requested-scope': scope, 'x-uri-in': uri, 'x-request-id': requestId }
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) =>
      value === undefined || /[\0-\x1f\x7f]/.test(value) ? [] : [[name, inUtf8(value)]],
    ),
  )
}

/** Header text is written byte by byte. */
function inUtf8(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

/** Reads the body to its end without keeping it, so that the connection can be used again. */
async function drain({ body }: Dispatcher.ResponseData): Promise<void> {
  let size = 0
  for await (const chunk of body) {
    size += (chunk as Buffer).length
    if (size > bodyLimit) break // ends the connection
  }
}

function isUndecided(status: number): boolean {
  return status >= 500 || status === 408 || status === 429
}

function undecided({ statusCode, headers }: Dispatcher.ResponseData, { name }: RegistryTools) {
  const field = headers['retry-after']
  const retryAfter = parseRetryAfter(typeof field === 'string' ? field : undefined, Date.now())
  return new RegistryUnavailable(
    `registry ${name}: the authentication URL answered ${statusCode}, which decides nothing`,
    retryAfter === undefined ? {} : { retryAfter: Math.min(Math.max(retryAfter, 1), 3600) },
  )
}

interface Attempt {
  limit: AbortSignal
  signal: AbortSignal
  seconds: number
  tools: RegistryTools
}

function unavailable(
  cause: Error,
  { limit, signal, seconds, tools: { name } }: Attempt,
): RegistryUnavailable {
  const reason = limit.aborted
    ? `the authentication URL did not answer within ${seconds} s`
    : signal.aborted
      ? 'the sign-in was given up by its caller'
      : `the authentication URL could not be asked: ${cause.message || (cause as NodeJS.ErrnoException).code}`
  return new RegistryUnavailable(`registry ${name}: ${reason}`, { cause })
}

function isBrokenConnection(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE'
}
