/** Lists every kind of document. The first kind of a folder that recognises a document reads it. */
import { parse } from 'yaml'
import { attempt } from '../../../shared/lib/collections/attempt.ts'
import { type JsonObject, membersOf } from '../../../shared/lib/collections/json-object.ts'
import type { DocumentKind } from '../document-set/document-kind.ts'
import type { DocumentLocation } from '../text/find-documents.ts'
import { apiKind } from './api/api.ts'
import { applicationKind } from './application/application.ts'
import { catalogKind } from './catalog/catalog.ts'
import { oauthProviderKind } from './oauth-provider/oauth-provider.ts'
import { productKind } from './product/product.ts'
import { thirdPartyProviderKind } from './third-party-provider/third-party-provider.ts'
import { tlsProfileKind } from './tls-profile/tls-profile.ts'
import { userRegistryKind } from './user-registry/user-registry.ts'

export const documentKinds: readonly DocumentKind[] = [
  userRegistryKind,
  thirdPartyProviderKind,
  oauthProviderKind,
  tlsProfileKind,
  catalogKind,
  productKind,
  applicationKind,
  apiKind,
]

/** Returns the kind with an id such as `user-registry`; undefined when there is none. */
export function findKind(id: string): DocumentKind | undefined {
  return documentKinds.find((each) => each.id === id)
}

/** Returns the id of the kind, for example `user-registry`; undefined when the text is no document of the folder. */
export function findDocumentKind({ folder }: DocumentLocation, text: string): string | undefined {
  const kinds = documentKinds.filter((each) => each.folder === folder)
  const [only] = kinds
  const found = kinds.length === 1 ? only : kinds.find(({ is }) => is(readMembers(text)))
  return found?.id
}

/** Returns the members of a text, which may have errors; none for a text that is no map. */
export function readMembers(text: string): JsonObject {
  return membersOf(attempt(() => parse(text, { uniqueKeys: false })))
}
