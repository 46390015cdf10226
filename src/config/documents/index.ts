/** Lists every kind of document. The first kind of a folder that recognises a document reads it. */

import type { DocumentKind } from '../document-set/document-kind.ts'
import { apiKind } from './api.ts'
import { applicationKind } from './application.ts'
import { catalogKind } from './catalog.ts'
import { oauthProviderKind } from './oauth-provider.ts'
import { productKind } from './product.ts'
import { thirdPartyProviderKind } from './third-party-provider.ts'
import { tlsProfileKind } from './tls-profile.ts'
import { userRegistryKind } from './user-registry.ts'

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
