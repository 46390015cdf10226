/** How the form of a kind of documents is laid out: its groups, the order of its fields, and their words. */

import { matchesPath, type ValuePath } from '../../schema/path-pattern.ts'
import { apiPresentation } from './api.ts'
import { applicationPresentation } from './application.ts'
import { catalogPresentation } from './catalog.ts'
import type { FieldPresentation, FormPresentation } from './form-presentation.ts'
import { oauthProviderPresentation } from './oauth-provider.ts'
import { productPresentation } from './product.ts'
import { thirdPartyPresentation } from './third-party-oauth-provider.ts'
import { tlsProfilePresentation } from './tls-client-profile.ts'
import { userRegistryPresentation } from './user-registry.ts'

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
