/**
 * Authentication URL registries: a web server verifies the user name and password, which it receives by HTTP
 * Basic authentication (RFC 7617).
 *
 * Each sign-in sends one GET request. Status 200 accepts the user. Statuses 5xx, 408 and 429, and a missing
 * response, mean that the registry is unavailable. Every other status means wrong credentials.
 */
import { findHeaderValues, type ResponseHead } from '../../http/client/index.ts'
import { renderBasicCredentials } from '../../lib/headers/basic-credentials.ts'
import { encodeHeaderText } from '../../lib/headers/header-text.ts'
import { parseRetryAfter } from '../../lib/headers/retry-after.ts'
import { Type } from '../../lib/json-schema/type.ts'
import { parseTlsProfileName, tlsProfileProperties } from '../contract/tls-profile.ts'
import {
  defineUserRegistryType,
  RegistryUnavailableError,
  type SignInContext,
} from '../contract/user-registry.ts'
import { openAuthUrlClient } from './auth-url-client.ts'
import { parseUser } from './parse-user.ts'

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
    ...tlsProfileProperties,
  }),
})

/** The range to which a `Retry-After` of the authentication URL is limited, in seconds. */
const soonest = 1
const latest = 3600

/** The user registry type `authurl`. */
export const authUrlRegistryType = defineUserRegistryType({
  type: 'authurl',
  settings,

  open({ endpoint }, deps) {
    const profile = parseTlsProfileName(endpoint)
    const client = openAuthUrlClient({
      name: deps.name,
      url: new URL(endpoint.endpoint),
      seconds: endpoint.timeout,
      tls: profile ? deps.tls(profile) : undefined,
    })

    return {
      async authenticate(name, password, context = {}) {
        if (!canBeSent(name, password)) return undefined

        const headers = ['authorization', renderBasicCredentials(name, password), ...factsOf(context)]
        const answer = await client.send(headers, context.signal)
        if (answer.status === 200) return parseUser(name, answer.headers, deps)
        if (isUndecided(answer.status)) throw undecided(deps.name, answer)
        return undefined
      },

      close() {
        return client.close()
      },
    }
  },
})

/**
 * Returns whether HTTP Basic can transport the credentials. RFC 7617 section 2: a user name must not contain a
 * colon, and neither part a control character.
 */
function canBeSent(name: string, password: string): boolean {
  return name !== '' && !/[:\0-\x1f\x7f]/.test(name) && !/[\0-\x1f\x7f]/.test(password)
}

/**
 * Returns the headers that describe the sign-in, a flat list of names and values. Values with control characters
 * are left out.
 */
function factsOf({ scope, uri, requestId }: SignInContext): string[] {
  const facts: string[] = []
  add('x-requested-scope', scope)
  add('x-uri-in', uri)
  add('x-request-id', requestId)
  return facts

  function add(name: string, value: string | undefined): void {
    if (value !== undefined && !/[\0-\x1f\x7f]/.test(value)) facts.push(name, encodeHeaderText(value))
  }
}

function isUndecided(status: number): boolean {
  return status >= 500 || status === 408 || status === 429
}

function undecided(registry: string, { status, headers: fields }: ResponseHead): RegistryUnavailableError {
  const [field, ...more] = findHeaderValues(fields, 'retry-after')
  const seconds = parseRetryAfter(more.length === 0 ? field : undefined, Date.now())
  return new RegistryUnavailableError(
    `registry ${registry}: the authentication URL answered ${status}, which decides nothing`,
    seconds === undefined ? {} : { retryAfter: Math.min(Math.max(seconds, soonest), latest) },
  )
}
