/** Lists every kind of document. The first kind of a folder that recognises a document reads it. */

import type { DocumentKind } from '../document-set/document-kind.ts'
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
