/**
 * Authentication URL registries: a web server verifies the user name and password, which it receives by HTTP
 * Basic authentication (RFC 7617).
 *
 * Each sign-in sends one GET request. Status 200 accepts the user, 401 and 403 mean wrong credentials. Every other
 * status, such as a redirect or 404 of a wrong URL, and a missing response mean that the registry is unavailable.
 */
import { findHeaderValues, type ResponseHead } from '../../http/client/index.ts'
import { attempt } from '../../lib/collections/attempt.ts'
import { definedMembers } from '../../lib/collections/defined-members.ts'
import { renderBasicCredentials } from '../../lib/headers/basic-credentials.ts'
import { encodeHeaderText } from '../../lib/headers/header-text.ts'
import { Type } from '../../lib/json-schema/type.ts'
import {
  defineUserRegistryType,
  foldComposedName,
  parseTlsProfileName,
  RegistryUnavailableError,
  type SignInContext,
  tlsProfileProperties,
  type User,
  type UserRegistryDeps,
  type UserTokenCeiling,
} from '../contract/user-registry.ts'
import { openAuthUrlClient, parseRetryAfter } from './auth-url-client.ts'

const settings = Type.Object({
  endpoint: Type.Object({
    endpoint: Type.String({
      pattern: '^https?://[^\\s/?#@]+([/?][^\\s#]*)?$',
      description: 'The URL of the server that verifies passwords, http or https, without a user name',
    }),
    timeout: Type.Number({
      exclusiveMinimum: 0,
      maximum: 300,
      default: 10,
      description: 'Timeout of the whole response in seconds',
    }),
    ...tlsProfileProperties,
  }),
})

/** The range to which a `Retry-After` of the authentication URL is limited, in seconds. */
const minRetryAfterSeconds = 1
const maxRetryAfterSeconds = 3600

/** The user registry type `authurl`. */
export const authUrlRegistryType = defineUserRegistryType({
  type: 'authurl',
  settings,

  buildFoldName: (_settings, caseSensitive) => (name) => foldComposedName(name, caseSensitive),

  open({ endpoint }, deps) {
    const profile = parseTlsProfileName(endpoint)
    const client = openAuthUrlClient({
      name: deps.name,
      url: new URL(endpoint.endpoint),
      timeoutSeconds: endpoint.timeout,
      tls: profile ? deps.tls(profile) : undefined,
      openConnections: deps.openConnections,
    })

    return {
      async authenticate(name, password, context = {}) {
        if (!canBeSent(name, password)) {
          context.onStep?.('The user name or the password has a character that HTTP Basic cannot carry.')
          return undefined
        }

        const headers = ['authorization', renderBasicCredentials(name, password), ...renderContextHeaders(context)]
        const answer = await client.send(headers, context.signal)
        context.onStep?.(`GET ${endpoint.endpoint} responded with status ${answer.status}.`)
        if (answer.status === 200) return parseUser(name, answer.headers, deps, context.attributes)
        if (answer.status === 401 || answer.status === 403) return undefined
        throw unavailableError(deps.name, answer)
      },

      foldName: (name) => foldComposedName(name, deps.caseSensitive),

      close: () => client.close(),
    }
  },
})

/** Returns whether HTTP Basic can carry them: no colon in the name, no control characters (RFC 7617 section 2). */
function canBeSent(name: string, password: string): boolean {
  return name !== '' && !/[:\0-\x1f\x7f]/.test(name) && !/[\0-\x1f\x7f]/.test(password)
}

/** Returns the headers of the sign-in, a flat list of names and values, without values with control characters. */
function renderContextHeaders({ scope, uri, requestId }: SignInContext): string[] {
  const headers: string[] = []
  add('x-requested-scope', scope)
  add('x-uri-in', uri)
  add('x-request-id', requestId)
  return headers

  function add(name: string, value: string | undefined): void {
    if (value !== undefined && !/[\0-\x1f\x7f]/.test(value)) headers.push(name, encodeHeaderText(value))
  }
}

function unavailableError(registry: string, { status, headers }: ResponseHead): RegistryUnavailableError {
  const [value, ...more] = findHeaderValues(headers, 'retry-after')
  const seconds = parseRetryAfter(more.length === 0 ? value : undefined, Date.now())
  const problem = `responded with status ${status}, which neither accepts nor rejects the user`
  const text = `registry ${registry}: the authentication URL ${problem}`
  if (seconds === undefined) return new RegistryUnavailableError(text)
  const retryAfter = Math.min(Math.max(seconds, minRetryAfterSeconds), maxRetryAfterSeconds)
  return new RegistryUnavailableError(text, { retryAfter })
}

/** The accepted names of each header. The first one that is present applies. */
const names = {
  credential: ['x-api-authenticated-credential', 'api-authenticated-credential'],
  accessToken: ['x-api-oauth-metadata-for-accesstoken', 'api-oauth-metadata-for-accesstoken'],
  payload: ['x-api-oauth-metadata-for-payload', 'api-oauth-metadata-for-payload'],
  selectedScope: ['x-selected-scope'],
  scopeCeiling: ['x-api-oauth-scope-ceiling', 'api-oauth-scope-ceiling'],
} as const

/** Returns the user, with the headers that `attributes` names. Throws `RegistryUnavailableError` when a header is repeated or is not valid UTF-8. */
function parseUser(
  name: string,
  fields: readonly string[],
  deps: Pick<UserRegistryDeps, 'name' | 'caseSensitive'>,
  attributes: readonly string[] = [],
): User {
  const read = (possible: readonly string[]) => readField(fields, possible, deps.name)
  const accessToken = read(names.accessToken)
  const payload = read(names.payload)
  const selectedScope = read(names.selectedScope)
  const scopeCeiling = read(names.scopeCeiling)
  const found = attributes.flatMap((each) => {
    const value = read([each.toLowerCase()])
    return value ? [[each, value] as const] : []
  })

  return {
    name,
    credential: read(names.credential) || foldComposedName(name, deps.caseSensitive),
    metadata:
      accessToken || payload
        ? definedMembers({ accessToken: accessToken || undefined, payload: payload || undefined })
        : undefined,
    selectedScope,
    attributes: found.length > 0 ? Object.fromEntries(found) : undefined,
    tokenCeiling: scopeCeiling === undefined ? undefined : ceilingOf(scopeCeiling, deps.name),
  }
}

/** Parses the scope ceiling. An empty header allows no scope. */
function ceilingOf(text: string, registry: string): UserTokenCeiling {
  const scopes = text.split(' ').filter((each) => each !== '')
  return { scopes, place: `${names.scopeCeiling[0]} of the registry ${registry}` }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function readField(fields: readonly string[], possible: readonly string[], registry: string): string | undefined {
  const name = possible.find((each) => findHeaderValues(fields, each).length > 0)
  if (!name) return undefined

  const [value = '', ...more] = findHeaderValues(fields, name)
  const text = more.length === 0 ? attempt(() => utf8.decode(Buffer.from(value, 'latin1'))) : undefined
  if (text === undefined || /[\0-\x1f\x7f]/.test(text)) {
    throw new RegistryUnavailableError(
      `registry ${registry}: the header ${name} of the authentication URL is repeated or not UTF-8 text`,
    )
  }
  return text
}
