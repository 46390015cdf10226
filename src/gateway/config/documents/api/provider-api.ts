/** Reads an API that is an OAuth provider, `x-ibm-configuration.oauth2` of version 5. A product publishes both. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import type { DocumentContext } from '../../document-set/document-kind.ts'
import { checkAgainstSchema } from '../../schema/check-against-schema.ts'
import { ignoredMembers } from '../../schema/common-schemas.ts'
import type { MemberPath } from '../../text/parsed-document.ts'
import type { Api, PolicyStep, ProviderAssembly, ProviderSettings, RegistrySettings } from '../../types/index.ts'
import { locateAuthenticationUrl, readInlineRegistry } from '../members/inline-registry.ts'
import { buildProviderSettings } from '../oauth-provider/oauth-provider.ts'
import { consentElsewhere, signInElsewhere } from '../oauth-provider/provider-assembly.ts'

const path: MemberPath = ['x-ibm-configuration', 'oauth2']

/** The URL of a service that Sluice does not ask; exports write an empty one. */
const service = Type.Optional(
  Type.Object({ url: Type.Optional(Type.Union([Type.String(), Type.Null()])) }, { additionalProperties: true }),
)
const ttl = (value: number) => Type.Object({ ttl: Type.Integer({ default: value, minimum: 0 }) }, { default: {} })

const oauth2 = Type.Object({
  'client-type': Type.Enum(['public', 'confidential'], { default: 'confidential' }),
  scopes: Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]), { default: {} }),
  grants: Type.Array(Type.Enum(['application', 'password', 'accessCode', 'implicit']), { default: ['accessCode'] }),
  'identity-extraction': Type.Optional(Type.Object({ type: Type.String() }, { additionalProperties: true })),
  authorization: Type.Optional(Type.Object({ type: Type.String() }, { additionalProperties: true })),
  authentication: Type.Optional(
    Type.Object({
      'x-ibm-authentication-registry': Type.Optional(Type.String()),
      'x-ibm-authentication-url': Type.Optional(
        Type.Object({ url: Type.String(), 'tls-profile': Type.Optional(Type.String()) }),
      ),
    }),
  ),
  'access-token': ttl(3600),
  'maximum-consent': ttl(0),
  'refresh-token': Type.Object(
    { count: Type.Integer({ default: 0, minimum: 0, maximum: 4096 }), ttl: Type.Integer({ default: 2_682_000 }) },
    { default: {} },
  ),
  revocation: service,
  metadata: Type.Optional(Type.Unknown()),
  'scope-validators': Type.Optional(Type.Object({ application: service, owner: service })),
  ...ignoredMembers('description'),
})

/** The name, title and base path of the API, which are those of the provider. */
type ProviderIdentity = Pick<Api, 'name' | 'title' | 'basePath' | 'reference'>
export type ProviderApi = { provider: ProviderSettings; registry: RegistrySettings | undefined }

/** Returns the provider, and the registry that its document describes; undefined when the document has errors. */
export function readProviderApi(api: ProviderIdentity, reading: DocumentContext): ProviderApi | undefined {
  const { source, problems } = reading
  const own = checkAgainstSchema(oauth2, source.valueAt(path), path, { source, problems })
  if (!own) return undefined
  warnOfDifferences(own, reading)

  const url = own.authentication?.['x-ibm-authentication-url']
  const at = locateAuthenticationUrl([...path, 'authentication'], reading)
  const registry = url && readInlineRegistry(api.name, url, at, reading)
  const registryName = registry?.name ?? own.authentication?.['x-ibm-authentication-registry']
  const built = buildProviderSettings(renderProvider(own, api, registryName, reading), reading)
  const assembly = rejectUnaskedServices(own, reading)
  const added = { assembly, hasRegistryOfExport: !source.isStrict, api: api.reference }
  return built && { provider: { ...built, ...added }, registry }
}

/** Returns an assembly that rejects every token, where a service of the customer decides about tokens that Sluice does not ask. */
function rejectUnaskedServices(
  { 'scope-validators': validators, revocation }: Static<typeof oauth2>,
  { source, problems }: DocumentContext,
): ProviderAssembly | undefined {
  const advice = {
    'scope-validators.application': 'limit scopes by token_ceiling of an application',
    'scope-validators.owner': 'limit scopes by token_ceiling of a registry',
    revocation: 'tokens are revoked at this provider',
  }
  const urls = [validators?.application?.url, validators?.owner?.url, revocation?.url]
  const execute = Object.entries(advice).flatMap(([member, text], index): PolicyStep[] => {
    if (!urls[index]) return []
    const at = [...path, ...member.split('.'), 'url']
    const location = source.locate(at)
    const message = `${at.join('.')} is not asked: "${urls[index]}"; ${text}, then remove the URL`
    problems.undefinedValue(source, location, message)
    return [{ policy: member, settings: {}, branches: [], location }]
  })
  return execute.length === 0 ? undefined : { execute, catch: [], finally: [], properties: new Map() }
}

/** Returns the document of a native provider with the same settings. */
function renderProvider(
  own: Static<typeof oauth2>,
  { name, title, basePath }: ProviderIdentity,
  registry: string | undefined,
  { source }: DocumentContext,
): object {
  const paths = Object.keys((source.valueAt(['paths']) ?? {}) as object)
  // Version 5 tells requests by their parameters: `/oauth2/token/ldap` is a token endpoint, too.
  const find = (end: string) =>
    paths.find((each) => each.endsWith(end)) ?? paths.find((each) => each.includes(`${end}/`))
  const endpoint = (member: string, end: string) => ({ enabled: find(end) !== undefined, [member]: find(end) ?? end })
  const { count } = own['refresh-token']
  return {
    name,
    title,
    provider_type: 'native',
    gateway_version: '5000',
    grants: [...new Set(own.grants.map((each) => (each === 'accessCode' ? 'access_code' : each)))],
    scopes: own.scopes,
    native_provider: {
      // A secret that an application sends to a provider of public clients is no error in version 5.
      clients: own['client-type'] === 'public' ? ['public', 'confidential'] : ['confidential'],
      authorize_path: find('/authorize') ?? '/oauth2/authorize',
      token_path: find('/token') ?? '/oauth2/token',
      user_registry: registry,
      access_token: { ttl: own['access-token'].ttl },
      refresh_token: { enabled: count > 0, count, ttl: own['refresh-token'].ttl },
      max_consent: { ttl: own['maximum-consent'].ttl },
      token_introspection: endpoint('introspection_path', '/introspect'),
      revocation: {
        enabled: true,
        application_revocation: endpoint('apprevoke_path', '/revoke'),
        owner_revocation: endpoint('owner_revoke_path', '/issued'),
      },
      api: { basePath: basePath === '' ? '/' : basePath },
    },
  }
}

/** Warns of what a client or a user of the provider notices. */
function warnOfDifferences(own: Static<typeof oauth2>, { source, problems }: DocumentContext): void {
  const warn = (member: MemberPath, message: string, effect: 'less' | 'cannot' = 'less') =>
    problems.warning(source.locate([...path, ...member]), `${[...path, ...member].join('.')} ${message}`, effect)
  const secrets =
    'opens the provider to applications with client_type: public, which need PKCE for codes; others still need their secrets'
  if (own['client-type'] === 'public') warn(['client-type'], `public ${secrets}`)
  const hasCodes = own.grants.includes('accessCode')
  if (hasCodes && /^(?:basic|custom-form|redirect)$/.test(own['identity-extraction']?.type ?? ''))
    warn(['identity-extraction', 'type'], signInElsewhere)
  if (hasCodes && /^(?:authenticated|custom-form)$/.test(own.authorization?.type ?? ''))
    warn(['authorization', 'type'], consentElsewhere)
  if (source.valueAt([...path, 'metadata', 'metadata-url', 'url']))
    warn(['metadata', 'metadata-url', 'url'], 'has no effect: tokens get the metadata of the user registry')
  const implicit = 'has "implicit", which is refused (RFC 9700 section 2.1.2): clients use accessCode with PKCE'
  if (own.grants.includes('implicit')) warn(['grants'], implicit, 'cannot')
  const assembly = ['x-ibm-configuration', 'assembly']
  const steps = source.valueAt([...assembly, 'execute'])
  if (Array.isArray(steps) && steps.length > 0)
    problems.memberWarning(source, assembly, 'has no effect: a provider runs no policies', 'less')
}
