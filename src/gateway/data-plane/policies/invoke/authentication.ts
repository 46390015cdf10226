/** The member `authenticate` of `invoke`: what the upstream knows the gateway by. */
import { optionalObject } from '../../../../shared/lib/json-schema/members.ts'
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { DocumentError, locateWithin, type ValueLocation } from '../../errors/document-error.ts'
import { removeHeader, setHeader } from '../../message/headers.ts'
import { findTlsProfile } from '../../policy/find-tls-profile.ts'
import type { PolicyContext } from '../../policy/policy.ts'
import { compileTemplate, findFixedText } from '../../templates/template.ts'
import { type CredentialServer, fetchAccessToken, fetchLtpaCookie } from '../../upstream/fetch-credential.ts'
import { FreshCredential, type UpstreamAuthentication } from '../../upstream/fresh-credential.ts'
import { findLasting } from '../../upstream/lasting-state.ts'

const url = Type.String({ format: 'web-address', 'x-words': 'an http or https URL' })
const tlsProfile = Type.Optional(Type.String({ description: 'A TLS client profile of the catalog, name:version' }))
const account = { username: Type.String({ minLength: 1 }), password: Type.String() }

export const authenticationSchema = Type.Optional(
  Type.Object(
    {
      basic: optionalObject(account),
      header: optionalObject({ name: Type.String({ pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$" }), value: Type.String() }),
      token: optionalObject({
        url,
        'client-id': Type.String({ minLength: 1 }),
        'client-secret': Type.String(),
        scope: Type.Optional(Type.String()),
        parameters: Type.Record(Type.String(), Type.String(), { default: {} }),
        'client-in': Type.Enum(['header', 'body'], { default: 'header' }),
        'tls-profile': tlsProfile,
      }),
      ltpa: optionalObject({ url, ...account, 'tls-profile': tlsProfile }),
    },
    { additionalProperties: false, minProperties: 1, maxProperties: 1, 'x-words': 'one of basic, header, token, ltpa' },
  ),
)

export type AuthenticationSettings = Static<typeof authenticationSchema>

/** Returns the authentication. Throws a `DocumentError` for values of the call, and `username` with `authenticate`. */
export function buildAuthentication(
  settings: { authenticate?: AuthenticationSettings | undefined; username?: string | undefined },
  context: PolicyContext,
): UpstreamAuthentication | undefined {
  const { authenticate } = settings
  if (!authenticate) return undefined
  const location = locateWithin(context.location, 'authenticate')
  if (settings.username !== undefined)
    throw new DocumentError(location, 'invoke has both username and authenticate: remove one of them')
  const { basic, header, token, ltpa } = authenticate
  const fix = (value: string, ...path: string[]) => readFixedText(value, locateWithin(location, ...path), context)
  const server = (written: string, profile: string | undefined): CredentialServer => {
    const target = new URL(written)
    const { connections, deps } = context
    const connect = connections.find(target.origin, findTlsProfile(profile, context, location))
    return { url: target, connect, counts: deps.targetCounts.find(target.origin) }
  }

  if (basic) {
    const pair = `${fix(basic.username, 'basic', 'username')}:${fix(basic.password, 'basic', 'password')}`
    return setFixedHeader('Authorization', `Basic ${Buffer.from(pair).toString('base64')}`)
  }
  if (header) {
    const value = fix(header.value, 'header', 'value')
    const at = locateWithin(location, 'header', 'value')
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw new DocumentError(at, 'a header has no line breaks and control characters')
    return setFixedHeader(header.name, value)
  }
  if (token) {
    const from = server(token.url, token['tls-profile'])
    const client = {
      clientId: fix(token['client-id'], 'token', 'client-id'),
      clientSecret: fix(token['client-secret'], 'token', 'client-secret'),
      scope: token.scope,
      parameters: token.parameters,
      place: token['client-in'],
    }
    return setFreshHeader('Authorization', [client, token], context, () => fetchAccessToken(from, client))
  }
  if (!ltpa) return undefined
  const from = server(ltpa.url, ltpa['tls-profile'])
  const user = { username: fix(ltpa.username, 'ltpa', 'username'), password: fix(ltpa.password, 'ltpa', 'password') }
  return setFreshHeader('Cookie', [user, ltpa], context, () => fetchLtpaCookie(from, user))
}

function readFixedText(text: string, location: ValueLocation, { scope }: PolicyContext): string {
  const fixed = findFixedText(compileTemplate(text, scope, location))
  if (fixed !== undefined) return fixed
  const accepted = 'a text, a property or a reference such as $env{NAME}'
  throw new DocumentError(location, `must be ${accepted}: it may not depend on the call`)
}

function setFixedHeader(name: string, value: string): UpstreamAuthentication {
  return {
    authenticate(headers) {
      setHeader(headers, name, value)
      return undefined
    },
    reject: () => false,
  }
}

/** `account` is what the credential depends on: later revisions of the documents with the same one go on with it. */
function setFreshHeader(
  name: string,
  account: unknown,
  { deps: { clock }, lasting, catalog }: PolicyContext,
  fetchCredential: Parameters<FreshCredential['find']>[0],
): UpstreamAuthentication {
  const credential = findLasting(lasting, 'credential', [catalog.path, account], () => new FreshCredential(clock))
  return {
    authenticate(headers) {
      removeHeader(headers, 'authorization') // that of the caller
      const value = credential.find(fetchCredential)
      if (typeof value === 'string') setHeader(headers, name, value)
      else return value.then((fetched) => setHeader(headers, name, fetched))
      return undefined
    },
    reject: (headers) => credential.reject(headers[headers.lastIndexOf(name) + 1] ?? ''),
  }
}
