/**
 * Checks that the base paths of a catalog do not conflict.
 *
 * A provider shares its path neither with an API nor with another provider, and nothing is published below a
 * provider or the portal, because they serve everything below their path. APIs may be below each other if no
 * request matches operations of both.
 */
import { listProviderPaths } from '../../contract/access/provider-paths.ts'
import { findBasePathMember } from '../openapi/base-path.ts'
import type { Api, Operation, SourceLocation } from '../types/index.ts'
import { renderLocation } from '../types/source-location.ts'
import type { CatalogRule } from './rule.ts'

const portalPath = '/portal'
const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/'))
const providerPath = ['native_provider', 'api', 'basePath']

export const basePathsRule: CatalogRule = function basePaths({ catalog, documents, apis }, problems) {
  const taken = new Map<string, { what: string; location: () => SourceLocation }>()
  const { portal } = catalog
  if (portal) claim(portalPath, 'the developer portal', () => portal.location)
  const providers = [...catalog.providers.values()].filter(
    ({ name }) => !documents.providers.get(name)?.source.isGap(providerPath),
  )
  const mounts = providers.flatMap((provider) => listProviderPaths(provider).map((path) => ({ path, provider })))
  for (const { path, provider } of mounts) {
    const source = documents.providers.get(provider.name)?.source
    const location = () =>
      source?.valueAt(providerPath) === undefined ? provider.location : source.locate(providerPath)
    claim(path, `the OAuth provider "${provider.name}"`, location)
  }
  for (const { path, provider } of mounts) belowOther(path, `provider "${provider.name}"`, () => provider.location)

  const calls = new Map<string, { api: Api; operation: Operation }>()
  for (const [index, api] of catalog.apis.entries()) {
    if (!api.enforced) continue
    const source = apis[index]?.source
    if (source?.isGap(findBasePathMember(source))) continue
    const location = () => source?.locate(findBasePathMember(source)) ?? api.location
    claim(api.basePath, `the API ${api.reference}`, location)
    belowOther(api.basePath, `API ${api.reference}`, location)
    for (const operation of api.operations) onlyOne(api, operation)
  }

  function claim(path: string, what: string, location: () => SourceLocation): void {
    const first = taken.get(path)
    if (!first) taken.set(path, { what, location })
    else {
      const at = renderLocation(first.location())
      problems.error(
        location(),
        `the base path ${path || '/'} is taken in the catalog ${catalog.path} by ${first.what} (${at})`,
      )
    }
  }

  function belowOther(path: string, what: string, location: () => SourceLocation): void {
    for (let parent = parentOf(path); parent !== ''; parent = parentOf(parent)) {
      const above = taken.get(parent)
      if (above === undefined || above.what.startsWith('the API')) continue
      problems.error(location(), `the ${what} at ${path} lies below ${above.what}, which answers every call there`)
    }
  }

  function onlyOne(api: Api, operation: Operation): void {
    const shape = `${operation.method} ${api.basePath}${operation.path.replaceAll(/\{[^{}]+\}/g, '{}')}`
    const first = calls.get(shape)
    if (!first) calls.set(shape, { api, operation })
    else if (first.api.basePath !== api.basePath) {
      const other = `${first.api.reference} (${renderLocation(first.operation.location)})`
      problems.error(
        operation.location,
        `${operation.method} ${operation.path} matches the same calls as an operation of ${other}`,
      )
    }
  }
}
