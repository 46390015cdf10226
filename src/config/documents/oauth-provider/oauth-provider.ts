/** Reads a native OAuth provider: its grants, endpoints, scopes, token lifetimes and user registry. */
import { type Static, Type } from '../../../lib/json-schema/type.ts'
import { type DocumentContext, defineDocumentKind } from '../../document-set/document-kind.ts'
import { addUniquePart } from '../../document-set/document-set.ts'
import {
  exportEnvelopeMembers,
  freeTextSchema,
  ignoredMembers,
  nameSchema,
  pathSchema,
  sectionSchema,
} from '../../schema/common-schemas.ts'
import { renderMemberPath } from '../../text/parsed-document.ts'
import type { ProviderSettings, SigningKeySource } from '../../types/index.ts'
import { warnOfIneffectiveMembers } from '../members/ineffective-members.ts'
import { scopesSchema } from '../members/scopes.ts'
import { listProviderFacts } from './facts.ts'
import { oauthProviderForm } from './form.ts'
import { reportCustomAssembly } from './provider-assembly.ts'
import { readSigningKeySource, signingKeysSchema } from './signing-keys.ts'

const grant = Type.Enum(['application', 'password', 'access_code'])
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
  openid_connect: Type.Optional(Type.Object({ enabled: never() }, { additionalProperties: true })),
  advanced_scope_security: Type.Optional(Type.Object({ enabled: never() }, { additionalProperties: true })),
  // The API that represents a provider in exports. Only its base path is used; its assembly is generated.
  api: Type.Optional(Type.Object({ basePath: Type.Optional(pathSchema()) }, { additionalProperties: true })),
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
  ...ignoredMembers('visibility', 'third_party_config'),
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
    warnOfIneffectiveMembers([], { third_party_config: 'the provider_type is native' }, reading)
    warnOfDisabledRevocation(value, reading)
    const signingKeys = readSigningKeySource(value.native_provider.signing_keys, reading)
    warnOfIneffectiveRotation(signingKeys, value, reading)
    const part: ProviderSettings = { ...settingsOf(value), signingKeys, location: source.locate() }
    const added = { part, source }
    return ({ providers, thirdParties }, problems) => {
      const as = { kind: 'the OAuth provider', path: ['name'], problems, others: [thirdParties] }
      addUniquePart(providers, part.name, added, as)
    }
  },
})

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

function settingsOf(value: Static<typeof document>): Omit<ProviderSettings, 'location' | 'signingKeys'> {
  const { native_provider: own } = value
  const { application_revocation: application, owner_revocation: owner } = own.revocation
  return {
    name: value.name,
    title: value.title ?? value.name,
    gatewayVersion: value.gateway_version,
    basePath: own.api?.basePath ?? `/${value.name}`,
    authorizePath: own.authorize_path,
    tokenPath: own.token_path,
    grants: new Set(value.grants),
    clientTypes: new Set(own.clients),
    scopes: new Map(Object.entries(value.scopes).map(([scope, description]) => [scope, description ?? ''])),
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
