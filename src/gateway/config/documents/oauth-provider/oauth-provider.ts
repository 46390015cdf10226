/** Reads a native OAuth provider: its grants, endpoints, scopes, token lifetimes and user registry. */
import type { Static } from '../../../../shared/lib/json-schema/type.ts'
import { listNamedParts } from '../../document-set/config-fact.ts'
import { type DocumentContext, defineDocumentKind } from '../../document-set/document-kind.ts'
import { addUniquePart } from '../../document-set/document-set.ts'
import { checkAgainstSchema } from '../../schema/check-against-schema.ts'
import type { ProviderSettings, RegistrationSettings, SigningKeySource } from '../../types/index.ts'
import { warnOfIneffectiveMembers } from '../members/ineffective-members.ts'
import { readTokenLimits } from '../members/token-ceiling.ts'
import { readAssertionIssuers, readExchangeRules } from './assertions.ts'
import { listProviderFacts } from './facts.ts'
import { type nativeProviderSchema, oauthProviderSchema } from './oauth-provider-schema.ts'
import { findGeneratedRegistry, readProviderAssembly, warnOfReplacedSettings } from './provider-assembly.ts'
import { applyFapiProfile } from './security-profile.ts'
import { readSigningKeySource } from './signing-keys.ts'

export const oauthProviderKind = defineDocumentKind({
  id: 'oauth-provider',
  kind: 'OAuth provider',
  folder: 'provider',
  recognisedBy: 'provider_type',
  is: (value) => 'provider_type' in value,
  document: oauthProviderSchema,
  references: [
    { path: ['native_provider', 'user_registry'], to: ['user-registry'] },
    { path: ['native_provider', 'token_introspection', 'applications', '*'], to: ['application'] },
    { path: ['native_provider', 'registration', 'product'], to: ['product'] },
    { path: ['native_provider', 'token_exchange', 'rules', '*', 'clients', '*'], to: ['application'] },
    { path: ['native_provider', 'token_exchange', 'rules', '*', 'from', '*'], to: ['application'] },
  ],
  listParts: ({ providers }) => listNamedParts('OAuth provider', providers.values(), listProviderFacts),

  read(value, reading) {
    const { source } = reading
    const assembly = readProviderAssembly(reading)
    const hasRegistryOfExport = completeExport(value, reading)
    warnOfIneffectiveMembers([], { third_party_config: 'the provider_type is native' }, reading)
    warnOfRefusedFeatures(value, reading)
    if (value.grants.includes('access_code')) warnOfReplacedSettings(reading)
    const signingKeys = readSigningKeySource(value.native_provider.signing_keys, reading)
    warnOfDisabledMembers(signingKeys, value, reading)
    const issuers = readAssertionIssuers(value.native_provider.jwt_bearer, reading)
    const jwtBearer = value.grants.includes('jwt') ? issuers : []
    const own = settingsOf(value)
    const settings = value.native_provider.security_profile === 'fapi2' ? applyFapiProfile(own, reading) : own
    reportSessionFaults(settings, reading)
    const part: ProviderSettings = {
      ...settings,
      jwtBearer,
      signingKeys,
      assembly,
      isStrict: source.isStrict,
      hasRegistryOfExport,
      location: source.locate(),
    }
    const added = { part, source }
    return ({ providers, thirdParties }, problems) => {
      const as = { kind: 'the OAuth provider', path: ['name'], problems, others: [thirdParties] }
      addUniquePart(providers, part.name, added, as)
    }
  },
})

/** Returns the settings of a provider from a document that an upgrade wrote. `reading` is that of the original. */
export function buildProviderSettings(upgraded: object, reading: DocumentContext): ProviderSettings | undefined {
  const value = checkAgainstSchema(oauthProviderSchema, upgraded, [], reading)
  return (
    value && { ...settingsOf(value), jwtBearer: [], signingKeys: { kind: 'store' }, location: reading.source.locate() }
  )
}

/**
 * Takes the registry of an export from its generated assembly, and returns whether it names one. Without one, grants that ask for a
 * user are refused.
 */
function completeExport(
  { grants, native_provider: own }: Static<typeof oauthProviderSchema>,
  reading: DocumentContext,
): boolean {
  const { source, problems } = reading
  const isExport = source.valueAt(['native_provider', 'native_provider_5000']) !== undefined || own.api !== undefined
  if (own.user_registry !== undefined || !isExport || source.isStrict) return false
  const named = findGeneratedRegistry(reading)
  if (named !== undefined) own.user_registry = named
  const isAsking = (grant: string) => grant === 'password' || grant === 'access_code'
  const asking = grants.filter(isAsking)
  if (named !== undefined || asking.length === 0 || source.hasGap(['grants'])) return named !== undefined
  grants.splice(0, grants.length, ...grants.filter((each) => !isAsking(each)))
  const message = 'native_provider.user_registry is missing, so the grants that ask it are refused'
  problems.warning(source.locate(['native_provider']), `${message}: ${asking.join(', ')}`, 'cannot')
  return false
}

/** Warns of grants that RFC 9700 rules out or that the provider lacks. Requests for them are refused. */
function warnOfRefusedFeatures(
  { grants, native_provider: own }: Static<typeof oauthProviderSchema>,
  { source, problems }: DocumentContext,
): void {
  for (const [index, each] of grants.entries()) {
    const reason = each === 'jwt' && own.jwt_bearer.issuers.length > 0 ? undefined : refusedGrants[each]
    if (reason) problems.warning(source.locate(['grants', index]), `grants[${index}] "${each}" ${reason}`, 'cannot')
  }
}

const refusedGrants: Readonly<Record<string, string>> = {
  implicit: 'is refused at the authorization endpoint (RFC 9700 section 2.1.2): clients use access_code with PKCE',
  jwt: 'is refused at the token endpoint: native_provider.jwt_bearer names no issuer of assertions',
}

/** Warns of members that others disable. */
function warnOfDisabledMembers(
  { kind }: SigningKeySource,
  { native_provider: { key_rotation: rotation, revocation } }: Static<typeof oauthProviderSchema>,
  { source, problems }: DocumentContext,
): void {
  const off = 'native_provider.revocation.enabled is false'
  const rows = [
    [['key_rotation'], kind !== 'store' && rotation.after_days > 0, 'it is for signing keys in the store'],
    [['revocation', 'application_revocation'], !revocation.enabled && revocation.application_revocation.enabled, off],
    [['revocation', 'owner_revocation'], !revocation.enabled && revocation.owner_revocation.enabled, off],
  ] as const
  for (const [path, isDisabled, reason] of rows)
    if (isDisabled) problems.memberWarning(source, ['native_provider', ...path], `has no effect: ${reason}`)
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
  for (const [path, isSet] of needing)
    if (isSet && !enabled)
      problems.memberError(source, ['native_provider', ...path], 'needs native_provider.openid_connect.enabled')
  if (!isPairwise || accessToken.format === 'opaque') return
  const path = ['native_provider', 'openid_connect', 'subject_type']
  const message = 'hides the name of owners from clients, but they can read it in access tokens'
  problems.memberWarning(source, path, `${message}: set access_token.format to opaque`)
}

/** Returns the descriptions of the scopes. OpenID Connect adds the scope `openid`. */
function scopesOf({ scopes, native_provider: own }: Static<typeof oauthProviderSchema>): Map<string, string> {
  const described = Object.entries(scopes).map(([scope, text]): [string, string] => [scope, text ?? ''])
  return new Map([...(own.openid_connect.enabled ? [['openid', 'Know who you are'] as const] : []), ...described])
}

function readDetailTypes(
  written: NonNullable<Static<typeof nativeProviderSchema>['authorization_details']>,
): ProviderSettings['authorizationDetails'] & {} {
  const types = Object.entries(written)
  return new Map(
    types.map(([type, { title, actions, required, clients }]) => [
      type,
      { title, actions: actions && new Set(actions), required, clients: new Set(clients) },
    ]),
  )
}

function readRegistration(
  written: NonNullable<Static<typeof nativeProviderSchema>['registration']>,
): RegistrationSettings {
  const { initial_access_token: initialAccessToken, product, plan, max_applications: maxApplications } = written
  const { enabled, hosts, private_addresses: allowsPrivateAddresses } = written.metadata_documents
  const { grants, authorization_details: details, token_ceiling: ceiling = {} } = written.allowed
  return {
    initialAccessToken,
    product,
    plan,
    maxApplications,
    allowed: { grants: new Set(grants), details: details && new Set(details), tokenCeiling: readTokenLimits(ceiling) },
    metadataDocuments: enabled
      ? { hosts: new Set(hosts.map((each) => each.toLowerCase())), allowsPrivateAddresses }
      : undefined,
  }
}

function settingsOf(
  value: Static<typeof oauthProviderSchema>,
): Omit<ProviderSettings, 'location' | 'signingKeys' | 'jwtBearer'> {
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
    authorizationDetails: own.authorization_details && readDetailTypes(own.authorization_details),
    registration: own.registration?.enabled ? readRegistration(own.registration) : undefined,
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
