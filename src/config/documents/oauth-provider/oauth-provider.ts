/** Reads a native OAuth provider: its grants, endpoints, scopes, token lifetimes and user registry. */
import { type Static, Type } from '../../../lib/json-schema/type.ts'
import { type DocumentContext, defineDocumentKind } from '../../document-set/document-kind.ts'
import { addUniquePart } from '../../document-set/document-set.ts'
import { checkAgainstSchema } from '../../schema/check-against-schema.ts'
import {
  exportEnvelopeMembers,
  flagSchema,
  freeTextSchema,
  ignoredMembers,
  nameSchema,
  pathSchema,
  sectionSchema,
  sluiceSchema,
  titleSchema,
} from '../../schema/common-schemas.ts'
import { renderMemberPath } from '../../text/parsed-document.ts'
import type { ProviderSettings, RegistrationSettings, SigningKeySource } from '../../types/index.ts'
import { warnOfIneffectiveMembers } from '../members/ineffective-members.ts'
import { scopesSchema } from '../members/scopes.ts'
import { jwtBearerSchema, readAssertionIssuers, readExchangeRules, tokenExchangeSchema } from './assertions.ts'
import { listProviderFacts } from './facts.ts'
import form from './form.json' with { type: 'json' }
import { findGeneratedRegistry, reportCustomAssembly } from './provider-assembly.ts'
import { applyFapiProfile } from './security-profile.ts'
import { readSigningKeySource, signingKeysSchema } from './signing-keys.ts'

const grant = Type.Enum(['application', 'password', 'access_code', 'implicit', 'jwt'])
const never = () => Type.Optional(Type.Literal(false, { 'x-words': 'false: this is not supported' }))
const seconds = (value: number, minimum: number, maximum: number, description: string) =>
  Type.Integer({ default: value, minimum, maximum, description })
const allowance = (count: number, window: number, description: string) =>
  sectionSchema(
    {
      count: Type.Integer({
        default: count,
        minimum: 0,
        maximum: 1_000_000,
        description: 'The number; 0 for no limit.',
      }),
      window: seconds(window, 1, 86_400, 'The window, and how long a lock takes, in seconds.'),
    },
    description,
  )
const pathOr = (value: string, description: string) => pathSchema({ default: value, description })

const native = sectionSchema({
  clients: Type.Array(Type.Enum(['confidential', 'public']), {
    default: ['confidential'],
    minItems: 1,
    uniqueItems: true,
    description: 'The types of clients that are accepted.',
  }),
  authorize_path: pathOr('/oauth2/authorize', 'The path of the authorization endpoint, below the base path.'),
  token_path: pathOr('/oauth2/token', 'The path of the token endpoint, below the base path.'),
  user_registry: Type.Optional(
    nameSchema('The user registry that authenticates owners; password and access_code need it.'),
  ),
  access_token: sectionSchema({
    ttl: seconds(3600, 1, 63_244_800, 'The life of access tokens in seconds.'),
    format: Type.Enum(['jwt', 'opaque'], {
      default: 'jwt',
      description: 'jwt: signed tokens that clients can read; opaque: references to tokens that the store holds.',
    }),
  }),
  sessions: sectionSchema({
    ttl: seconds(0, 0, 2_592_000, 'How long owners stay signed in in their browser; 0 asks for each request.'),
  }),
  key_rotation: sectionSchema({
    after_days: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: 3650,
      description: 'The days after which a new key signs access tokens; 0 for never.',
    }),
    lead: seconds(2, 2, 604_800, 'How long a new key is published before it signs, so that others have it.'),
  }),
  refresh_token: sectionSchema({
    enabled: flagSchema(false, 'Whether the provider issues refresh tokens.'),
    count: Type.Integer({
      default: 2048,
      minimum: 0,
      maximum: 4096,
      description: 'The number of refreshes after one sign-in; 0 for no refresh tokens.',
    }),
    ttl: seconds(2_682_000, 2, 252_979_200, 'The life of refresh tokens in seconds.'),
    one_time_use: flagSchema(true, 'Whether a refresh token can be used only once.'),
  }),
  max_consent: sectionSchema({
    ttl: seconds(0, 0, 2_529_792_000, 'The life of a consent in seconds, from its first token; 0 for no limit.'),
  }),
  default_scopes: Type.Array(Type.String(), {
    default: [],
    uniqueItems: true,
    description: 'The scopes of a request that names none. Each is one of the scopes of the provider.',
  }),
  pkce: sectionSchema({
    enabled: flagSchema(true, 'Whether PKCE is supported (RFC 7636).'),
    required: flagSchema(false, 'Whether every authorization request must use PKCE.'),
    allow_plain: flagSchema(false, 'Whether the challenge method plain is allowed.'),
  }),
  token_introspection: sectionSchema({
    enabled: flagSchema(false, 'Whether there is an introspection endpoint (RFC 7662).'),
    introspection_path: pathOr('/oauth2/introspect', 'The path of the introspection endpoint, below the base path.'),
    applications: Type.Array(nameSchema(), {
      default: [],
      uniqueItems: true,
      description: 'The applications that can introspect the tokens of all clients; others can introspect their own.',
    }),
  }),
  // The limits on failed attempts for each IP address and client are higher than for each user, because many
  // users share them.
  failed_attempts: sectionSchema(
    {
      user: allowance(10, 900, 'The failed attempts of a user at one IP address.'),
      client: allowance(30, 60, 'The failed attempts of a client at one IP address.'),
      address: allowance(100, 300, 'The failed attempts of an IP address over all accounts.'),
    },
    'The numbers of failed attempts within a window of time, after which more attempts are rejected.',
  ),
  revocation: sectionSchema({
    enabled: flagSchema(true, 'Whether tokens can be revoked.'),
    type: Type.Optional(Type.Literal('native', { description: 'Where revocations are stored.' })),
    application_revocation: sectionSchema({
      enabled: flagSchema(false, 'Whether applications can revoke their tokens (RFC 7009).'),
      apprevoke_path: pathOr('/oauth2/revoke', 'The path of the revocation endpoint, below the base path.'),
    }),
    owner_revocation: sectionSchema({
      enabled: flagSchema(false, 'Whether owners can list and revoke their consents.'),
      owner_revoke_path: pathOr('/oauth2/issued', 'The path of the consents, below the base path.'),
    }),
  }),
  signing_keys: signingKeysSchema,
  compat: Type.Enum(['rfc', 'apic'], {
    default: 'rfc',
    description: 'The errors of the token endpoint: those of RFC 6749, or those of API Connect.',
  }),
  openid_connect: Type.Object(
    {
      enabled: flagSchema(false, 'Whether the provider speaks OpenID Connect; openid is then one of its scopes.'),
      claims: Type.Record(Type.String(), Type.String({ minLength: 1 }), {
        default: {},
        description: 'The attribute of the user registry for each claim.',
      }),
      acr_values: Type.Array(Type.String({ pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$' }), {
        default: [],
        uniqueItems: true,
        description: 'The authentication context classes of sign-ins; one with a password reaches the first.',
      }),
      subject_type: Type.Enum(['public', 'pairwise'], {
        default: 'public',
        description: 'pairwise: each client knows an owner by another name.',
      }),
    },
    {
      default: {},
      additionalProperties: true,
      description:
        'Clients that ask for the scope openid receive an id_token. Claims are taken from attributes of the user registry.',
    },
  ),
  device_authorization: sectionSchema({
    enabled: flagSchema(false, 'Whether the provider has the device grant (RFC 8628).'),
  }),
  pushed_authorization: sectionSchema({
    enabled: flagSchema(false, 'Whether clients can push authorization requests (RFC 9126).'),
    required: flagSchema(false, 'Whether every authorization request must be pushed.'),
  }),
  jwt_bearer: jwtBearerSchema,
  token_exchange: tokenExchangeSchema,
  request_objects: sectionSchema(
    {
      enabled: flagSchema(false, 'Whether clients with keys can sign authorization requests (RFC 9101).'),
      required: flagSchema(false, 'Whether every authorization request must be signed.'),
    },
    'Clients with keys can sign their authorization requests.',
  ),
  dpop: sectionSchema(
    {
      enabled: flagSchema(false, 'Whether clients can bind tokens to a key with DPoP proofs (RFC 9449).'),
      required: flagSchema(false, 'Whether every token must be bound by a proof.'),
      nonce: flagSchema(false, 'Whether every proof must have a nonce of the server.'),
    },
    'Binds tokens to a key of the client, which proves in each request that it has the key.',
  ),
  certificate_bound_tokens: sectionSchema(
    {
      enabled: flagSchema(false, 'Whether tokens are bound to the client certificate, where there is one (RFC 8705).'),
      required: flagSchema(false, 'Whether every token request needs a client certificate.'),
    },
    'Binds tokens to the client certificate of the connection.',
  ),
  security_profile: Type.Enum(['none', 'fapi2'], {
    default: 'none',
    description: 'fapi2 turns on what the FAPI 2.0 Security Profile demands, and refuses what contradicts it.',
  }),
  registration: Type.Optional(
    Type.Object(
      {
        enabled: flagSchema(true, 'Whether clients can register.'),
        initial_access_token: Type.String({
          minLength: 32,
          'x-words': 'a secret of at least 32 characters, such as $env{REGISTRATION_TOKEN}',
          description: 'The token with which clients register.',
        }),
        product: nameSchema('The product to which registered applications are subscribed.'),
        plan: nameSchema('The plan of that product.'),
        max_applications: Type.Integer({
          default: 100,
          minimum: 1,
          maximum: 100_000,
          description: 'The number of registered applications, above which registrations are refused.',
        }),
      },
      { description: 'Registration of clients as applications of the catalog (RFC 7591, RFC 7592).' },
    ),
  ),
  authorization_details: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Object(
        {
          title: Type.String({ minLength: 1, description: 'What owners read about it.' }),
          actions: Type.Optional(
            Type.Array(Type.String(), {
              uniqueItems: true,
              description: 'The actions that a detail can have; all by default.',
            }),
          ),
          required: Type.Array(Type.String(), {
            default: [],
            uniqueItems: true,
            description: 'The members that a detail must have.',
          }),
        },
        { description: 'A type of authorization details.' },
      ),
      { description: 'The types of authorization details that clients can ask for (RFC 9396).' },
    ),
  ),
  advanced_scope_security: Type.Optional(Type.Object({ enabled: never() }, { additionalProperties: true })),
  // The API that represents a provider in exports. Only its base path is used; its assembly is generated.
  api: Type.Optional(
    Type.Object(
      {
        basePath: Type.Optional(
          Type.Union([pathSchema(), Type.Literal('/')], {
            description: 'The path of the provider below the catalog. Default: the name of the provider.',
          }),
        ),
      },
      { additionalProperties: true },
    ),
  ),
  ...ignoredMembers('native_provider_5000'),
})

const document = Type.Object({
  ...exportEnvelopeMembers(),
  name: nameSchema('The name by which other documents refer to the provider.'),
  title: titleSchema(),
  summary: freeTextSchema('A description for readers.'),
  provider_type: Type.Literal('native', {
    'x-words': 'native or third_party',
    description: 'native: this gateway issues the tokens.',
  }),
  gateway_version: Type.Enum(['6000', '5000'], {
    default: '6000',
    description: 'The type of gateway, without effect.',
  }),
  grants: Type.Array(grant, {
    default: ['access_code'],
    minItems: 1,
    uniqueItems: true,
    description: 'The grants that the provider supports. application stands for client credentials.',
  }),
  scopes: scopesSchema,
  debug: flagSchema(false, 'Whether requests can ask for error headers.'),
  native_provider: native,
  advanced_scope: Type.Optional(Type.Object({ override_endpoint_from_api: never() })),
  'x-sluice': sluiceSchema,
  ...ignoredMembers('visibility', 'third_party_config', 'tls_client_profile_urls'),
})

const assemblyPath = ['native_provider', 'api', 'x-ibm-configuration', 'assembly']

export const oauthProviderKind = defineDocumentKind({
  id: 'oauth-provider',
  kind: 'OAuth provider',
  folder: 'provider',
  recognisedBy: 'provider_type',
  is: (value) => 'provider_type' in value,
  document,
  references: [
    { path: ['native_provider', 'user_registry'], to: ['user-registry'] },
    { path: ['native_provider', 'token_introspection', 'applications', '*'], to: ['application'] },
    { path: ['native_provider', 'registration', 'product'], to: ['product'] },
    { path: ['native_provider', 'token_exchange', 'rules', '*', 'clients', '*'], to: ['application'] },
    { path: ['native_provider', 'token_exchange', 'rules', '*', 'from', '*'], to: ['application'] },
  ],
  form,
  listParts: ({ providers }) =>
    Array.from(providers.values(), (each) => ({
      kind: 'OAuth provider',
      name: each.name,
      facts: listProviderFacts(each),
    })),

  read(value, reading) {
    const { source } = reading
    reportCustomAssembly(assemblyPath, reading)
    completeExport(value, reading)
    warnOfIneffectiveMembers([], { third_party_config: 'the provider_type is native' }, reading)
    warnOfDisabledRevocation(value, reading)
    warnOfRefusedFeatures(value, reading)
    const signingKeys = readSigningKeySource(value.native_provider.signing_keys, reading)
    warnOfIneffectiveRotation(signingKeys, value, reading)
    const issuers = readAssertionIssuers(value.native_provider.jwt_bearer, reading)
    const jwtBearer = value.grants.includes('jwt') ? issuers : []
    const own = settingsOf(value)
    const settings = value.native_provider.security_profile === 'fapi2' ? applyFapiProfile(own, reading) : own
    reportSessionFaults(settings, reading)
    const part: ProviderSettings = { ...settings, jwtBearer, signingKeys, location: source.locate() }
    const added = { part, source }
    return ({ providers, thirdParties }, problems) => {
      const as = { kind: 'the OAuth provider', path: ['name'], problems, others: [thirdParties] }
      addUniquePart(providers, part.name, added, as)
    }
  },
})

/**
 * Returns the settings of a provider whose document was written by an upgrade. `reading` is that of the document from
 * which it was upgraded.
 */
export function buildProviderSettings(upgraded: object, reading: DocumentContext): ProviderSettings | undefined {
  const value = checkAgainstSchema(document, upgraded, [], reading)
  return (
    value && { ...settingsOf(value), jwtBearer: [], signingKeys: { kind: 'store' }, location: reading.source.locate() }
  )
}

/**
 * Completes the provider of an export, which names its user registry in the generated assembly only. Without a
 * registry, the grants that ask for a user are refused.
 */
function completeExport({ grants, native_provider: own }: Static<typeof document>, reading: DocumentContext): void {
  const { source, problems } = reading
  const isExport = source.valueAt(['native_provider', 'native_provider_5000']) !== undefined || own.api !== undefined
  if (own.user_registry !== undefined || !isExport || source.isStrict) return
  const named = findGeneratedRegistry(source.valueAt(assemblyPath))
  if (named !== undefined) own.user_registry = named
  const isAsking = (grant: string) => grant === 'password' || grant === 'access_code'
  const asking = grants.filter(isAsking)
  if (named !== undefined || asking.length === 0 || source.hasGap(['grants'])) return
  grants.splice(0, grants.length, ...grants.filter((each) => !isAsking(each)))
  const message = `the grant ${asking.join(' and ')} asks a registry for the user`
  problems.warning(
    source.locate(['native_provider']),
    `native_provider.user_registry is missing: ${message}, so it is refused`,
  )
}

/** Warns of grants that RFC 9700 rules out or that the provider lacks. Requests for them are refused. */
function warnOfRefusedFeatures(
  { grants, native_provider: own }: Static<typeof document>,
  { source, problems }: DocumentContext,
): void {
  for (const [index, each] of grants.entries()) {
    const reason = each === 'jwt' && own.jwt_bearer.issuers.length > 0 ? undefined : refusedGrants[each]
    if (reason) problems.warning(source.locate(['grants', index]), `grants[${index}] "${each}" ${reason}`)
  }
}

const refusedGrants: Readonly<Record<string, string>> = {
  implicit: 'is refused at the authorization endpoint (RFC 9700 section 2.1.2): clients use access_code with PKCE',
  jwt: 'is refused at the token endpoint: native_provider.jwt_bearer names no issuer of assertions',
}

/** Warns of a schedule for keys that Sluice does not generate. */
function warnOfIneffectiveRotation(
  { kind }: SigningKeySource,
  { native_provider: { key_rotation: rotation } }: Static<typeof document>,
  { source, problems }: DocumentContext,
): void {
  if (kind === 'store' || rotation.after_days === 0) return
  const path = ['native_provider', 'key_rotation']
  const message = 'has no effect: it is for signing keys in the store'
  problems.warning(source.locateKey(path), `${renderMemberPath(path)} ${message}`)
}

/** Reports members about sign-ins that need OpenID Connect, and warns of names that pairwise subjects do not hide. */
function reportSessionFaults(
  { sessions, openidConnect, accessToken }: Pick<ProviderSettings, 'sessions' | 'openidConnect' | 'accessToken'>,
  { source, problems }: DocumentContext,
): void {
  const { enabled, acrValues, isPairwise } = openidConnect
  const needing = [
    [['sessions', 'ttl'], sessions.ttl > 0],
    [['openid_connect', 'acr_values'], acrValues.length > 0],
    [['openid_connect', 'subject_type'], isPairwise],
  ] as const
  for (const [below, isSet] of needing) {
    const path = ['native_provider', ...below]
    if (!isSet || enabled) continue
    problems.error(source.locate(path), `${renderMemberPath(path)} needs native_provider.openid_connect.enabled`)
  }
  if (!isPairwise || accessToken.format === 'opaque') return
  const path = ['native_provider', 'openid_connect', 'subject_type']
  const message = 'hides the name of owners from clients, but they can read it in access tokens'
  problems.warning(source.locate(path), `${renderMemberPath(path)} ${message}: set access_token.format to opaque`)
}

/** Warns of revocation endpoints that are enabled while revocation as a whole is not. */
function warnOfDisabledRevocation(
  { native_provider: { revocation } }: Static<typeof document>,
  { source, problems }: DocumentContext,
): void {
  if (revocation.enabled) return
  for (const member of ['application_revocation', 'owner_revocation'] as const) {
    if (!revocation[member].enabled) continue
    const path = ['native_provider', 'revocation', member]
    const message = 'has no effect: native_provider.revocation.enabled is false'
    problems.warning(source.locateKey(path), `${renderMemberPath(path)} ${message}`)
  }
}

/** Returns the descriptions of the scopes. OpenID Connect adds the scope `openid`. */
function scopesOf({ scopes, native_provider: own }: Static<typeof document>): Map<string, string> {
  const described = Object.entries(scopes).map(([scope, text]): [string, string] => [scope, text ?? ''])
  return new Map([...(own.openid_connect.enabled ? [['openid', 'Know who you are'] as const] : []), ...described])
}

function readDetailTypes(
  written: NonNullable<Static<typeof native>['authorization_details']>,
): ProviderSettings['authorizationDetails'] & {} {
  const types = Object.entries(written)
  return new Map(
    types.map(([type, { title, actions, required }]) => [
      type,
      { title, actions: actions && new Set(actions), required },
    ]),
  )
}

function readRegistration(written: NonNullable<Static<typeof native>['registration']>): RegistrationSettings {
  const { initial_access_token: initialAccessToken, product, plan, max_applications: maxApplications } = written
  return { initialAccessToken, product, plan, maxApplications }
}

function settingsOf(value: Static<typeof document>): Omit<ProviderSettings, 'location' | 'signingKeys' | 'jwtBearer'> {
  const { native_provider: own } = value
  const { application_revocation: application, owner_revocation: owner } = own.revocation
  return {
    name: value.name,
    title: value.title ?? value.name,
    gatewayVersion: value.gateway_version,
    basePath: own.api?.basePath === '/' ? '' : (own.api?.basePath ?? `/${value.name}`),
    authorizePath: own.authorize_path,
    tokenPath: own.token_path,
    grants: new Set(value.grants.filter((each) => each !== 'implicit' && each !== 'jwt')),
    clientTypes: new Set(own.clients),
    scopes: scopesOf(value),
    defaultScopes: own.default_scopes,
    accessToken: { ttl: own.access_token.ttl, format: own.access_token.format },
    sessions: { ttl: own.sessions.ttl },
    ...(own.authorization_details && { authorizationDetails: readDetailTypes(own.authorization_details) }),
    ...(own.registration?.enabled && { registration: readRegistration(own.registration) }),
    keyRotation: { afterDays: own.key_rotation.after_days, leadSeconds: own.key_rotation.lead },
    refreshToken: {
      enabled: own.refresh_token.enabled && own.refresh_token.count > 0,
      count: own.refresh_token.count,
      ttl: own.refresh_token.ttl,
      oneTimeUse: own.refresh_token.one_time_use,
    },
    maximumConsent: own.max_consent.ttl,
    pkce: { enabled: own.pkce.enabled, required: own.pkce.required, allowPlain: own.pkce.allow_plain },
    openidConnect: {
      enabled: own.openid_connect.enabled,
      claims: new Map(Object.entries(own.openid_connect.claims)),
      acrValues: own.openid_connect.acr_values,
      isPairwise: own.openid_connect.subject_type === 'pairwise',
    },
    deviceAuthorization: { enabled: own.device_authorization.enabled },
    pushedAuthorization: { enabled: own.pushed_authorization.enabled, required: own.pushed_authorization.required },
    tokenExchange: readExchangeRules(own.token_exchange),
    requestObjects: own.request_objects,
    dpop: own.dpop,
    certificateBinding: own.certificate_bound_tokens,
    introspection: {
      enabled: own.token_introspection.enabled,
      path: own.token_introspection.introspection_path,
      applications: new Set(own.token_introspection.applications),
    },
    revocation: {
      enabled: own.revocation.enabled,
      application: { enabled: application.enabled, path: application.apprevoke_path },
      owner: { enabled: owner.enabled, path: owner.owner_revoke_path },
    },
    registry: own.user_registry,
    failedAttempts: own.failed_attempts,
    compat: own.compat,
    debug: value.debug,
  }
}
