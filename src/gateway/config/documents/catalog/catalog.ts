/** Reads a catalog: its organisation, and the registries, providers and TLS profiles that it enables. */
import { choice, distinct, wholeNumber } from '../../../../shared/lib/json-schema/members.ts'
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { type DocumentContext, defineDocumentKind } from '../../document-set/document-kind.ts'
import type { NameReference } from '../../document-set/document-set.ts'
import {
  exportEnvelopeMembers,
  flagSchema,
  freeTextSchema,
  ignoredMembers,
  nameSchema,
  propertyValueSchema,
  sectionSchema,
  titleSchema,
} from '../../schema/common-schemas.ts'
import type { PortalSettings } from '../../types/index.ts'
import { bodyLimitsSchema } from '../members/body-limits.ts'
import { readResourceName } from '../members/tls-profile-name.ts'
import { listCatalogFacts } from './facts.ts'
import { brandSchema, readBrand } from './portal-brand.ts'

/** The settings of the developer portal. */
const portalSchema = Type.Object({
  enabled: flagSchema(true, 'Whether the portal is served.'),
  user_registry: nameSchema(
    'The user registry of the catalog whose users may sign in: a local one, or one of the type oidc.',
  ),
  local_user_registry: Type.Optional(
    nameSchema('A local user registry whose users sign in with a password, beside those of an oidc user_registry.'),
  ),
  public: flagSchema(false, 'Whether visitors read the catalogue without signing in.'),
  brand: brandSchema,
  require_verified_email: flagSchema(false, 'Whether users need a verified e-mail address to change applications.'),
  self_signup: flagSchema(false, 'Whether visitors can create an account in the user registry.'),
  owners: distinct(
    Type.String({ minLength: 1 }),
    'The users who approve subscriptions; these names cannot be signed up.',
  ),
  owners_edit_documents: flagSchema(
    false,
    'Whether owners may change all documents, those of other catalogs included.',
  ),
  applications: choice(
    ['files', 'store'],
    'Where applications of developers are: in files, or in the store that several gateways share.',
  ),
  applications_per_user: wholeNumber(20, 1, 1000, 'The maximum number of applications of a user.'),
  max_secret_days: wholeNumber(0, 0, 3650, 'The longest life in days of secrets of developers; 0 for no limit.'),
  session: sectionSchema({
    idle_minutes: wholeNumber(60, 1, 10_080, 'The minutes without a request after which a session ends.'),
    hours: wholeNumber(24, 1, 720, 'The hours after which a session ends at the latest.'),
  }),
})

/** Returns the settings; undefined when the catalog has no portal, or does not serve it. */
function readPortal(
  value: Static<typeof portalSchema> | undefined,
  reading: Pick<DocumentContext, 'source' | 'problems'>,
): PortalSettings | undefined {
  if (!value?.enabled) return undefined
  return {
    registry: value.user_registry,
    localRegistry: value.local_user_registry,
    isPublic: value.public,
    brand: readBrand(value.brand, reading),
    requiresVerifiedEmail: value.require_verified_email,
    selfSignup: value.self_signup,
    owners: value.owners,
    ownersEditDocuments: value.owners_edit_documents,
    maxApplications: value.applications_per_user,
    maxSecretDays: value.max_secret_days,
    session: { idleMinutes: value.session.idle_minutes, hours: value.session.hours },
    location: reading.source.locate(['portal']),
  }
}

const hostSchema = (description: string) =>
  Type.String({
    pattern: '^[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*(/(?!\\.{1,2}(/|$))[A-Za-z0-9._~-]+)*$',
    maxLength: 512,
    'x-words':
      'a host name, with a path where only that is of the catalog: api.acme.example or acme.example/pay, without scheme and port',
    description,
  })

/** Returns an entry of `hosts` with the host in lower case, as requests are compared with it. */
function readHost(entry: string): string {
  return entry.replace(/^[^/]+/, (host) => host.toLowerCase())
}

const names = (description: string) => distinct(nameSchema(), description)
const urls = () => Type.Optional(Type.Array(Type.String({ minLength: 1 })))

const document = Type.Object({
  ...exportEnvelopeMembers(),
  ...ignoredMembers('owner_url', 'gateway_version'),
  name: nameSchema('The second part of every URL of the catalog.'),
  org: nameSchema('The first part of every URL of the catalog.'),
  title: titleSchema(),
  summary: freeTextSchema('A description for readers.'),
  hosts: Type.Array(hostSchema('A host name of the catalog, which can have a path.'), {
    default: [],
    uniqueItems: true,
    maxItems: 100,
    description: 'Host names at which the catalog is served besides /{org}/{name}, each with a path if needed.',
  }),
  canonical_host: Type.Optional(
    hostSchema('The entry of hosts with which issuers, audiences and e-mails begin; by default the standard place.'),
  ),
  api_user_registries: names('The user registries that the catalog may use.'),
  oauth_providers: names('The OAuth providers that issue tokens for the catalog.'),
  tls_client_profiles: distinct(
    Type.String(),
    'The TLS client profiles that the catalog may use, as name or name:version.',
  ),
  // Management servers refer to the enabled parts by their URLs.
  user_registry_urls: urls(),
  api_user_registry_urls: urls(),
  oauth_provider_urls: urls(),
  tls_client_profile_urls: urls(),
  offline_apis: distinct(
    Type.String(),
    'The APIs, as name:version, whose operations respond with 503 to every caller.',
  ),
  properties: Type.Record(Type.String(), propertyValueSchema(), {
    default: {},
    description: 'Values that assemblies read as $(name).',
  }),
  body_limits: bodyLimitsSchema,
  portal: Type.Optional(portalSchema),
})

export const catalogKind = defineDocumentKind({
  id: 'catalog',
  kind: 'catalog',
  folder: 'catalog',
  recognisedBy: 'its place, catalogs/{catalog}/catalog.yaml',
  is: () => true,
  document,
  references: [
    { path: ['api_user_registries', '*'], to: ['user-registry'] },
    { path: ['oauth_providers', '*'], to: ['oauth-provider', 'third-party-oauth-provider'] },
    { path: ['tls_client_profiles', '*'], to: ['tls-client-profile'] },
    { path: ['offline_apis', '*'], to: ['api'] },
    { path: ['portal', 'user_registry'], to: ['user-registry'] },
    { path: ['portal', 'local_user_registry'], to: ['user-registry'] },
  ],
  listParts: (catalog) => [{ kind: 'catalog', name: catalog.path.slice(1), facts: listCatalogFacts(catalog) }],

  read(value, reading) {
    const { source, file } = reading
    const part = {
      org: value.org,
      name: value.name,
      title: value.title ?? value.name,
      hosts: value.hosts.map(readHost),
      canonicalHost: value.canonical_host && readHost(value.canonical_host),
      registries: listEnabled(value, ['api_user_registries', 'api_user_registry_urls', 'user_registry_urls']),
      providers: listEnabled(value, ['oauth_providers', 'oauth_provider_urls']),
      tlsProfiles: listEnabled(value, ['tls_client_profiles', 'tls_client_profile_urls']),
      offline: value.offline_apis,
      properties: new Map(Object.entries(value.properties).map(([key, each]) => [key, String(each)])),
      bodyLimits: value.body_limits,
      portal: readPortal(value.portal, reading),
      storesApplications: value.portal?.applications === 'store',
      location: source.locate(),
    }
    return (documents, problems) => {
      const folder = documents.folder(file.catalog)
      if (!folder.catalog) folder.catalog = { part, source }
      else problems.error(source.locate(), `the catalog has a document already: ${folder.catalog.source.file}`)
    }
  },
})

/** Returns the names in the lists under these members, which may be URLs, each once and with the path of its first mention. */
function listEnabled(
  value: Static<typeof document>,
  members: readonly (keyof Static<typeof document> & string)[],
): NameReference[] {
  const references = new Map<string, NameReference>()
  for (const member of members) {
    for (const [index, written] of ((value[member] ?? []) as readonly string[]).entries()) {
      const name = member.endsWith('_urls') ? readResourceName(written) : written
      if (!references.has(name)) references.set(name, { name, path: [member, index] })
    }
  }
  return [...references.values()]
}
