/** Reads a native OAuth provider: its grants, endpoints, scopes, token lifetimes and user registry. */
import { type Static, Type } from '../../../lib/json-schema/type.ts'
import { type DocumentContext, defineDocumentKind } from '../../document-set/document-kind.ts'
import { addUniquePart } from '../../document-set/document-set.ts'
import { checkAgainstSchema } from '../../schema/check-against-schema.ts'
import {
  exportEnvelopeMembers,
  freeTextSchema,
  ignoredMembers,
  nameSchema,
  pathSchema,
  sectionSchema,
  sluiceSchema,
} from '../../schema/common-schemas.ts'
import { renderMemberPath } from '../../text/parsed-document.ts'
import type { ProviderSettings, SigningKeySource } from '../../types/index.ts'
import { warnOfIneffectiveMembers } from '../members/ineffective-members.ts'
import { scopesSchema } from '../members/scopes.ts'
import { jwtBearerSchema, readAssertionIssuers, readExchangeRules, tokenExchangeSchema } from './assertions.ts'
import { listProviderFacts } from './facts.ts'
import { oauthProviderForm } from './form.ts'
import { findGeneratedRegistry, reportCustomAssembly } from './provider-assembly.ts'
import { readSigningKeySource, signingKeysSchema } from './signing-keys.ts'

const grant = Type.Enum(['application', 'password', 'access_code', 'implicit', 'jwt'])
const never = () => Type.Optional(Type.Literal(false, { 'x-words': 'false: this is not supported' }))
const seconds = (value: number, minimum: number, maximum: number) => Type.Integer({ default: value, minimum, maximum })
const allowance = (count: number, window: number) =>
  sectionSchema({
    count: Type.Integer({ default: count, minimum: 0, maximum: 1_000_000 }),
    window: seconds(window, 1, 86_400),
  })
const pathOr = (value: string) => pathSchema({ default: value })

const native = sectionSchema({
  clients: Type.Array(Type.Enum(['confidential', 'public']), {
    default: ['confidential'],
    minItems: 1,
    uniqueItems: true,
  }),
  authorize_path: pathOr('/oauth2/authorize'),
  token_path: pathOr('/oauth2/token'),
  user_registry: Type.Optional(nameSchema()),
  access_token: sectionSchema({ ttl: seconds(3600, 1, 63_244_800) }),
  key_rotation: sectionSchema({
    after_days: Type.Integer({ default: 0, minimum: 0, maximum: 3650 }),
  }),
  refresh_token: sectionSchema({
    enabled: Type.Boolean({ default: false }),
    count: Type.Integer({ default: 2048, minimum: 0, maximum: 4096 }),
    ttl: seconds(2_682_000, 2, 252_979_200),
    one_time_use: Type.Boolean({ default: true }),
  }),
  max_consent: sectionSchema({ ttl: seconds(0, 0, 2_529_792_000) }),
  default_scopes: Type.Array(Type.String(), { default: [], uniqueItems: true }),
  pkce: sectionSchema({
    enabled: Type.Boolean({ default: true }),
    required: Type.Boolean({ default: false }),
    allow_plain: Type.Boolean({ default: false }),
  }),
  token_introspection: sectionSchema({
    enabled: Type.Boolean({ default: false }),
    introspection_path: pathOr('/oauth2/introspect'),
    applications: Type.Array(nameSchema(), { default: [], uniqueItems: true }),
  }),
  // The limits on failed attempts for each IP address and client are higher than for each user, because many
  // users share them.
  failed_attempts: sectionSchema({
    user: allowance(10, 900),
    client: allowance(30, 60),
    address: allowance(100, 300),
  }),
  revocation: sectionSchema({
    enabled: Type.Boolean({ default: true }),
    type: Type.Optional(Type.Literal('native')),
    application_revocation: sectionSchema({
      enabled: Type.Boolean({ default: false }),
      apprevoke_path: pathOr('/oauth2/revoke'),
    }),
    owner_revocation: sectionSchema({
      enabled: Type.Boolean({ default: false }),
      owner_revoke_path: pathOr('/oauth2/issued'),
    }),
  }),
  signing_keys: signingKeysSchema,
  compat: Type.Enum(['rfc', 'apic'], { default: 'rfc' }),
  openid_connect: Type.Object(
    {
      enabled: Type.Boolean({ default: false }),
      claims: Type.Record(Type.String(), Type.String({ minLength: 1 }), { default: {} }),
    },
    { default: {}, additionalProperties: true },
  ),
  device_authorization: sectionSchema({ enabled: Type.Boolean({ default: false }) }),
  pushed_authorization: sectionSchema({
    enabled: Type.Boolean({ default: false }),
    required: Type.Boolean({ default: false }),
  }),
  jwt_bearer: jwtBearerSchema,
  token_exchange: tokenExchangeSchema,
  request_objects: sectionSchema({
    enabled: Type.Boolean({ default: false }),
    required: Type.Boolean({ default: false }),
  }),
  dpop: sectionSchema({
    enabled: Type.Boolean({ default: false }),
    required: Type.Boolean({ default: false }),
    nonce: Type.Boolean({ default: false }),
  }),
  certificate_bound_tokens: sectionSchema({
    enabled: Type.Boolean({ default: false }),
    required: Type.Boolean({ default: false }),
  }),
  advanced_scope_security: Type.Optional(Type.Object({ enabled: never() }, { additionalProperties: true })),
  // The API that represents a provider in exports. Only its base path is used; its assembly is generated.
  api: Type.Optional(
    Type.Object(
      { basePath: Type.Optional(Type.Union([pathSchema(), Type.Literal('/')])) },
      { additionalProperties: true },
    ),
  ),
  ...ignoredMembers('native_provider_5000'),
})

const document = Type.Object({
  ...exportEnvelopeMembers(),
  name: nameSchema(),
  title: Type.Optional(Type.String({ minLength: 1 })),
  summary: freeTextSchema(),
  provider_type: Type.Literal('native', { 'x-words': 'native or third_party' }),
  gateway_version: Type.Enum(['6000', '5000'], { default: '6000' }),
  grants: Type.Array(grant, { default: ['access_code'], minItems: 1, uniqueItems: true }),
  scopes: scopesSchema,
  debug: Type.Boolean({ default: false }),
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
    { path: ['native_provider', 'token_exchange', 'rules', '*', 'clients', '*'], to: ['application'] },
    { path: ['native_provider', 'token_exchange', 'rules', '*', 'from', '*'], to: ['application'] },
  ],
  form: oauthProviderForm,
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
    const part: ProviderSettings = { ...settingsOf(value), jwtBearer, signingKeys, location: source.locate() }
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
    accessToken: { ttl: own.access_token.ttl },
    keyRotation: { afterDays: own.key_rotation.after_days },
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
