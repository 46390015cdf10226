/** A third-party OAuth provider, whose tokens are verified by introspection (RFC 7662) or by its keys (RFC 7517). */
import { choice, optionalText, webAddress, wholeNumber } from '../../../../shared/lib/json-schema/members.ts'
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { listNamedParts } from '../../document-set/config-fact.ts'
import type { DocumentContext, DocumentKind } from '../../document-set/document-kind.ts'
import { addUniquePart } from '../../document-set/document-set.ts'
import { checkAgainstSchema } from '../../schema/check-against-schema.ts'
import {
  exportEnvelopeMembers,
  flagSchema,
  freeTextSchema,
  ignoredMembers,
  nameSchema,
  scopesSchema,
  sluiceSchema,
  titleSchema,
} from '../../schema/common-schemas.ts'
import { type ParsedDocument, renderMemberPath } from '../../text/parsed-document.ts'
import type { ThirdPartyProvider, TokenVerificationSettings } from '../../types/index.ts'
import { warnOfIneffectiveMembers } from '../members/ineffective-members.ts'
import { findTlsProfileName, replaceTlsProfileUrl } from '../members/tls-profile-name.ts'
import { listThirdPartyFacts } from './facts.ts'

const profile = {
  tls_client_profile: optionalText('The TLS client profile of the connection.'),
  tls_client_profile_url: Type.Optional(Type.Union([Type.String({ minLength: 1 }), Type.Null()])),
}

/** Only asymmetric algorithms: with `none` or HMAC, anyone with the public key could create tokens. */
const algorithm = Type.Enum(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'])

const configuration = Type.Object({
  introspection_endpoint: Type.Optional(
    Type.Object({ endpoint: webAddress('The URL to which the gateway posts tokens.'), ...profile }),
  ),
  security: Type.Optional(
    Type.Array(Type.Literal('basic-auth'), { description: 'basic-auth: the endpoint requires basic_auth.' }),
  ),
  basic_auth: Type.Optional(
    Type.Object({
      username: optionalText('The user name of the gateway at the endpoint.', {}),
      password: optionalText('The password of the gateway at the endpoint.', {}),
      ...ignoredMembers('request_headername'), // accepted without effect: callers cannot choose the credentials for introspection
    }),
  ),
  introspect_cache_type: choice(
    ['no-cache', 'protocol', 'time-to-live'],
    'How long responses are cached: not, for their max-age, or for introspect_cache_ttl.',
  ),
  introspect_cache_ttl: wholeNumber(900, 1, 86_400, 'The seconds for which time-to-live caches a response.'),
  token_validation_requirement: choice(
    ['active', 'connected'],
    'The tokens that are accepted: those that the endpoint calls active. connected is treated like active.',
  ),
  jwks: Type.Optional(
    Type.Object({
      uri: Type.Optional(webAddress('The URL of the JWK set, instead of keys.')),
      keys: Type.Optional(
        Type.Array(Type.Object({}, { additionalProperties: true }), { minItems: 1, description: 'The keys as JWKs.' }),
      ),
      issuer: Type.String({ minLength: 1, description: 'The iss of the tokens.' }),
      audience: Type.Union([Type.String({ minLength: 1 }), Type.Array(Type.String(), { minItems: 1 })], {
        description: 'The aud of the tokens; of a list, a token has at least one.',
      }),
      missing_audience: choice(
        ['refuse', 'allow'],
        'Whether tokens without aud are refused or allowed: some providers write none into access tokens.',
      ),
      algorithms: Type.Array(algorithm, {
        default: ['RS256', 'PS256', 'ES256', 'EdDSA'],
        minItems: 1,
        description: 'The signature algorithms that are accepted.',
      }),
      ...profile,
    }),
  ),
  timeout: Type.Number({
    exclusiveMinimum: 0,
    maximum: 3_600,
    default: 5,
    description: 'The timeout of a response in seconds.',
  }),
  auth_header_pass_thru: flagSchema(false, 'Whether the gateway sends the header Authorization to the API.'),
  unregistered_clients: choice(
    ['refuse', 'allow'],
    'Whether valid tokens of clients that are no application of the catalog are refused or allowed.',
  ),
  advanced_scope_security: Type.Optional(
    Type.Object(
      { enabled: Type.Optional(Type.Literal(false, { 'x-words': 'false: this is not supported' })) },
      { additionalProperties: true },
    ),
  ),
  ...ignoredMembers('authorize_endpoint', 'token_endpoint'),
})

const document = Type.Object({
  ...exportEnvelopeMembers(),
  name: nameSchema('The name by which other documents refer to the provider.'),
  title: titleSchema(),
  summary: freeTextSchema('A description for readers.'),
  provider_type: Type.Literal('third_party', { description: 'third_party: another server issues the tokens.' }),
  grants: Type.Array(Type.Enum(['application', 'password', 'access_code', 'implicit', 'jwt']), {
    default: ['access_code'],
    minItems: 1,
    uniqueItems: true,
    description: 'The grants of the other server.',
  }),
  scopes: scopesSchema,
  third_party_config: configuration,
  'x-sluice': sluiceSchema,
  ...ignoredMembers('gateway_version', 'debug', 'visibility', 'native_provider', 'advanced_scope'),
  ...ignoredMembers('tls_client_profile_urls'), // the profiles that other members name
})

export const thirdPartyProviderKind: DocumentKind = {
  id: 'third-party-oauth-provider',
  kind: 'third-party OAuth provider',
  referredToAs: 'OAuth provider',
  folder: 'provider',
  recognisedBy: 'provider_type: third_party',
  is: (value) => value.provider_type === 'third_party',
  schema: () => document,
  references: [{ path: ['**', 'tls_client_profile'], to: ['tls-client-profile'] }],
  listParts: ({ thirdParties }) => listNamedParts('OAuth provider', thirdParties?.values() ?? [], listThirdPartyFacts),

  read(reading) {
    const { source, problems } = reading
    for (const member of ['introspection_endpoint', 'jwks'])
      replaceTlsProfileUrl(source, ['third_party_config', member])
    const value = checkAgainstSchema(document, source.value, [], { source, problems })
    const verification = value && readVerification(value.third_party_config, reading)
    if (!verification) return undefined

    const { third_party_config: own } = value
    warnOfIneffectiveMembers([], { native_provider: 'the provider_type is third_party' }, reading)
    warnOfStricterValidation(own, reading)
    const part: ThirdPartyProvider = {
      name: value.name,
      title: value.title ?? value.name,
      grants: new Set(value.grants),
      scopes: new Map(Object.entries(value.scopes).map(([scope, text]) => [scope, text ?? ''])),
      verification,
      tlsProfile: findVerificationTlsProfile(source)?.name,
      timeoutMs: own.timeout * 1_000,
      passesAuthorization: own.auth_header_pass_thru,
      allowsUnregisteredClients: own.unregistered_clients === 'allow',
      location: source.locate(),
    }
    const added = { part, source }
    return ({ thirdParties, providers }, problems) => {
      const as = { kind: 'the OAuth provider', path: ['name'], problems, others: [providers] }
      addUniquePart(thirdParties, part.name, added, as)
    }
  },
}

/** Returns the name of the TLS client profile for the verification of tokens, and its path; undefined for none. */
export function findVerificationTlsProfile(source: ParsedDocument): { name: string; path: string[] } | undefined {
  return (
    findTlsProfileName(source, ['third_party_config', 'introspection_endpoint']) ??
    findTlsProfileName(source, ['third_party_config', 'jwks'])
  )
}

/** `connected` accepts each token for which the endpoint responds at all; the gateway accepts active tokens only. */
function warnOfStricterValidation(
  { token_validation_requirement: requirement }: Static<typeof configuration>,
  { source, problems }: DocumentContext,
): void {
  if (requirement !== 'connected') return
  const path = ['third_party_config', 'token_validation_requirement']
  const message = `${renderMemberPath(path)} "connected" is stricter here: only tokens that the endpoint calls active are accepted`
  problems.warning(source.locate(path), message, 'less')
}

function readVerification(
  { introspection_endpoint: introspection, jwks, ...own }: Static<typeof configuration>,
  { source, problems }: DocumentContext,
): TokenVerificationSettings | undefined {
  const path = ['third_party_config']
  const members = [path, [...path, 'introspection_endpoint'], [...path, 'jwks']]
  if (members.some((each) => source.isGap(each))) return undefined
  if ((introspection === undefined) === (jwks === undefined)) {
    problems.error(
      source.locate(path),
      'third_party_config says how tokens are verified: by either "introspection_endpoint" or "jwks"',
    )
    return undefined
  }
  if (introspection) {
    const { username, password = '' } = own.basic_auth ?? {}
    if (username === undefined && own.security?.includes('basic-auth')) {
      const message = 'third_party_config.basic_auth.username is missing, so the endpoint is asked without credentials'
      if (source.isStrict) problems.error(source.locate([...path, 'security']), message)
      else problems.warning(source.locate([...path, 'security']), message)
    }
    return {
      kind: 'introspection',
      endpoint: introspection.endpoint,
      credentials: username === undefined ? undefined : { username, password },
      cache: own.introspect_cache_type,
      cacheSeconds: own.introspect_cache_ttl,
    }
  }
  const { uri, keys, issuer, audience, missing_audience: missing, algorithms } = jwks as NonNullable<typeof jwks>
  if ((uri === undefined) === (keys === undefined)) {
    if (source.hasGap([...path, 'jwks'])) return undefined
    problems.error(source.locate([...path, 'jwks']), 'third_party_config.jwks needs either "uri" or "keys"')
    return undefined
  }
  const audiences = [audience].flat()
  return { kind: 'jwks', uri, keys, issuer, audiences, allowsMissingAudience: missing === 'allow', algorithms }
}
