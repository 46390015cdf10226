/** How the form of a kind of documents is laid out: its groups, the order of its fields, and their words. */

import { matchesPath, type ValuePath } from '../schema/path-pattern.ts'
import { apiPresentation } from './presentations/api.ts'
import { applicationPresentation } from './presentations/application.ts'
import { catalogPresentation } from './presentations/catalog.ts'
import type { FieldPresentation, FormPresentation } from './presentations/form-presentation.ts'
import { oauthProviderPresentation } from './presentations/oauth-provider.ts'
import { productPresentation } from './presentations/product.ts'
import { thirdPartyPresentation } from './presentations/third-party-oauth-provider.ts'
import { tlsProfilePresentation } from './presentations/tls-client-profile.ts'
import { userRegistryPresentation } from './presentations/user-registry.ts'

/** The presentation of each kind. A kind without a row shows its members in the order of the schema. */
const presentations: Readonly<Record<string, FormPresentation>> = {
  'user-registry': userRegistryPresentation,
  'oauth-provider': oauthProviderPresentation,
  'third-party-oauth-provider': thirdPartyPresentation,
  'tls-client-profile': tlsProfilePresentation,
  catalog: catalogPresentation,
  product: productPresentation,
  application: applicationPresentation,
  api: apiPresentation,
}

export function findPresentation(kind: string): FormPresentation {
  return presentations[kind] ?? { groups: [] }
}

/** Returns the words for the field at a path. */
export function findFieldPresentation(kind: string, path: ValuePath): FieldPresentation | undefined {
  const { groups, words = [] } = findPresentation(kind)
  return [...groups.flatMap(({ fields }) => fields), ...words].find((each) =>
    matchesPath(path, each.path.split('/')),
  )
}
