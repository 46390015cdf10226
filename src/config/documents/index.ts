/** Every kind of document that there is. The first of a shelf whose sign a document bears is its kind. */
import { api } from './api.ts'
import { application } from './application.ts'
import { catalog } from './catalog.ts'
import type { DocumentKind } from './document-kind.ts'
import { oauthProvider } from './oauth-provider.ts'
import { product } from './product.ts'
import { thirdPartyProvider } from './third-party-provider.ts'
import { tlsProfile } from './tls-profile.ts'
import { userRegistry } from './user-registry.ts'

export const documentKinds: readonly DocumentKind[] = [
  userRegistry,
  thirdPartyProvider,
  oauthProvider,
  tlsProfile,
  catalog,
  product,
  application,
  api,
]
