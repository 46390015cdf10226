/**
 * Finds the providers of OAuth definitions that name none, as in documents of version 5: the provider whose endpoints
 * the URLs of the definition are, or else the only one of the catalog.
 */

import type { ApiDocument } from '../document-set/api-document.ts'
import type { Catalog, SecurityDefinition, SecurityRequirement } from '../types/index.ts'

type Providers = Pick<Catalog, 'providers' | 'thirdParties'>

interface Members {
  'x-ibm-oauth-provider'?: string
  'x-tokenIntrospect'?: object
  tokenUrl?: string
  authorizationUrl?: string
}

/** Returns the names of the found providers by the key of the definition. */
export function resolveProviders({ definitions }: ApiDocument, catalog: Providers): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { key, type, settings } of definitions.values()) {
    const members = settings as Members
    if (type !== 'oauth2' || members['x-ibm-oauth-provider'] !== undefined || members['x-tokenIntrospect']) continue
    const name = findProvider(members, catalog)
    if (name !== undefined) found.set(key, name)
  }
  return found
}

function findProvider({ tokenUrl, authorizationUrl }: Members, { providers, thirdParties }: Providers) {
  const isAt = (url: string | undefined, path: string) => url?.split(/[?#]/, 1)[0]?.endsWith(path)
  for (const { name, basePath, tokenPath, authorizePath } of providers.values()) {
    if (isAt(tokenUrl, basePath + tokenPath) || isAt(authorizationUrl, basePath + authorizePath)) return name
  }
  const [only, ...others] = [...providers.keys(), ...(thirdParties?.keys() ?? [])]
  return others.length === 0 ? only : undefined
}

/** Returns the definitions and operations of an API with the names of the found providers. */
export function nameProviders(
  { definitions, operations }: ApiDocument,
  names: ReadonlyMap<string, string>,
): Pick<ApiDocument, 'definitions' | 'operations'> {
  const renamed = new Map(Array.from(definitions, ([key, each]) => [key, withProvider(each, names.get(key))]))
  const inRequirement = (requirement: SecurityRequirement): SecurityRequirement => ({
    ...requirement,
    all: requirement.all.map(({ definition, scopes }) => ({
      definition: renamed.get(definition.key) ?? definition,
      scopes,
    })),
  })
  return {
    definitions: renamed,
    operations: operations.map((each) => ({ ...each, security: each.security.map(inRequirement) })),
  }
}

function withProvider(definition: SecurityDefinition, name: string | undefined): SecurityDefinition {
  if (name === undefined) return definition
  return { ...definition, settings: { ...(definition.settings as object), 'x-ibm-oauth-provider': name } }
}
