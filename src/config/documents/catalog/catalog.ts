/**
 * Reads a catalog: a set of products of an organisation, and the registries, providers and TLS profiles enabled
 * for them.
 */
import { type Static, Type } from '../../../lib/json-schema/type.ts'
import type { NameReference } from '../../document-set/api-document.ts'
import type { DocumentContext } from '../../document-set/document-kind.ts'
import { defineDocumentKind } from '../../document-set/document-kind.ts'
import {
  exportEnvelopeMembers,
  freeTextSchema,
  ignoredMembers,
  nameSchema,
  propertyValueSchema,
  sectionSchema,
} from '../../schema/common-schemas.ts'
import type { PortalSettings } from '../../types/index.ts'
import { readResourceName } from '../members/resource-url.ts'
import { listCatalogFacts } from './facts.ts'
import { catalogForm } from './form.ts'
import { brandSchema, readBrand } from './portal-brand.ts'

/** The settings of the developer portal. */
const portalSchema = Type.Object({
  enabled: Type.Boolean({ default: true }),
  user_registry: nameSchema(),
  public: Type.Boolean({ default: false }),
  brand: brandSchema,
  require_verified_email: Type.Boolean({ default: false }),
  self_signup: Type.Boolean({ default: false }),
  owners: Type.Array(Type.String({ minLength: 1 }), { default: [], uniqueItems: true }),
  owners_edit_documents: Type.Boolean({ default: false }),
  applications: Type.Enum(['files', 'store'], { default: 'files' }),
  applications_per_user: Type.Integer({ default: 20, minimum: 1, maximum: 1000 }),
  max_secret_days: Type.Integer({ default: 0, minimum: 0, maximum: 3650 }),
  session: sectionSchema({
    idle_minutes: Type.Integer({ default: 60, minimum: 1, maximum: 10_080 }),
    hours: Type.Integer({ default: 24, minimum: 1, maximum: 720 }),
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

const names = () => Type.Array(nameSchema(), { default: [], uniqueItems: true })
const urls = () => Type.Optional(Type.Array(Type.String({ minLength: 1 })))

const document = Type.Object({
  ...exportEnvelopeMembers(),
  ...ignoredMembers('owner_url', 'gateway_version'),
  name: nameSchema(),
  org: nameSchema(),
  title: Type.Optional(Type.String({ minLength: 1 })),
  summary: freeTextSchema(),
  api_user_registries: names(),
  oauth_providers: names(),
  tls_client_profiles: Type.Array(Type.String(), { default: [], uniqueItems: true }),
  // Management servers refer to the enabled parts by their URLs.
  user_registry_urls: urls(),
  api_user_registry_urls: urls(),
  oauth_provider_urls: urls(),
  tls_client_profile_urls: urls(),
  offline_apis: Type.Array(Type.String(), { default: [], uniqueItems: true }),
  properties: Type.Record(Type.String(), propertyValueSchema(), { default: {} }),
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
  ],
  form: catalogForm,
  listParts: (catalog) => [{ kind: 'catalog', name: catalog.path.slice(1), facts: listCatalogFacts(catalog) }],

  read(value, reading) {
    const { source, file } = reading
    const part = {
      org: value.org,
      name: value.name,
      title: value.title ?? value.name,
      registries: listEnabled(value, ['api_user_registries', 'api_user_registry_urls', 'user_registry_urls']),
      providers: listEnabled(value, ['oauth_providers', 'oauth_provider_urls']),
      tlsProfiles: listEnabled(value, ['tls_client_profiles', 'tls_client_profile_urls']),
      offline: value.offline_apis,
      properties: new Map(Object.entries(value.properties).map(([key, each]) => [key, String(each)])),
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
