/** Describes the OAuth provider of a catalog that protects an imported API. */
import type { Catalog } from '../../../config/types/index.ts'
import type { ImportProvider } from './import-types.ts'

/** `provider` is a native provider of the catalog, or one of a third party, whose endpoints are not known. */
export function buildImportProvider(
  { providers }: Pick<Catalog, 'providers'>,
  { name, grants, scopes }: Pick<ImportProvider, 'name' | 'grants'> & { scopes: ReadonlyMap<string, string> },
): ImportProvider {
  const native = providers.get(name)
  const base = `https://$(catalog.url)${native?.basePath ?? `/${name}`}`
  return {
    name,
    grants,
    hasScopes: scopes.size > 0,
    tokenUrl: `${base}${native?.tokenPath ?? '/oauth2/token'}`,
    authorizationUrl: `${base}${native?.authorizePath ?? '/oauth2/authorize'}`,
  }
}
