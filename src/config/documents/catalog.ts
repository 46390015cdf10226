/**
 * A catalog: an organisation's set of products, with the registries, providers and TLS profiles enabled for them.
 */
import { Type } from 'typebox'

import { check } from '../schema/check.ts'
import { envelope, ignored, name, propertyValue, remark } from '../schema/words.ts'
import type { DocumentKind } from './document-kind.ts'

const names = () => Type.Array(name(), { default: [], uniqueItems: true })

const document = Type.Object({
  ...envelope(),
  ...ignored('owner_url', 'gateway_version'),
  name: name(),
  org: name(),
  title: Type.Optional(Type.String({ minLength: 1 })),
  summary: remark(),
  api_user_registries: names(),
  oauth_providers: names(),
  tls_client_profiles: Type.Array(Type.String(), { default: [], uniqueItems: true }),
  properties: Type.Record(Type.String(), propertyValue(), { default: {} }),
})

export const catalog: DocumentKind = {
  kind: 'catalog',
  shelf: 'catalog',
  sign: 'its place, catalogs/{catalog}/catalog.yaml',
  is: () => true,
  schema: () => document,

  read({ source, file, problems }, documents) {
    const value = check(document, source.value, [], { source, problems })
    if (!value) return

    const folder = documents.folder(file.catalog)
    if (folder.catalog) {
      return problems.error(
        source.place(),
        `the catalog has a document already: ${folder.catalog.source.file}`,
      )
    }
    const part = {
      org: value.org,
      name: value.name,
      title: value.title ?? value.name,
      registries: value.api_user_registries,
      providers: value.oauth_providers,
      tlsProfiles: value.tls_client_profiles,
      properties: new Map(Object.entries(value.properties).map(([key, each]) => [key, String(each)])),
      place: source.place(),
    }
    folder.catalog = { part, source }
  },
}
