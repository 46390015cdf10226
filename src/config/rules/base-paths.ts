/**
 * Nothing in a catalog is published over something else.
 *
 * Two providers, or a provider and an API, never share a path, and nothing lies below a provider, which answers for
 * all that is under its path; nor below the portal. APIs may lie below each other, as long as no call fits operations of both.
 */
import { basePathMember } from '../openapi/base-path.ts'
import { renderPlace } from '../text/problems.ts'
import type { Api, Operation, Place } from '../types/index.ts'
import type { Rule } from './rule.ts'

const portalPath = '/portal'
const providerPath = ['native_provider', 'api', 'basePath']

export const basePaths: Rule = function basePaths({ catalog, documents, apis }, problems) {
  const taken = new Map<string, { what: string; place: () => Place }>()
  const { portal } = catalog
  if (portal) claim(portalPath, 'the developer portal', () => portal.place)
  for (const { name, basePath, place } of catalog.providers.values()) {
    const source = documents.providers.get(name)?.source
    if (source?.isGap(providerPath)) continue
    claim(basePath, `the OAuth provider "${name}"`, () =>
      source?.at(providerPath) === undefined ? place : source.place(providerPath),
    )
  }
  for (const { name, basePath, place } of catalog.providers.values())
    if (!documents.providers.get(name)?.source.isGap(providerPath))
      belowOther(basePath, `provider "${name}"`, () => place)

  const calls = new Map<string, { api: Api; operation: Operation }>()
  for (const [index, api] of catalog.apis.entries()) {
    if (!api.enforced) continue
    const source = apis[index]?.source
    if (source?.isGap(basePathMember(source))) continue
    const place = () => source?.place(basePathMember(source)) ?? api.place
    claim(api.basePath, `the API ${api.reference}`, place)
    belowOther(api.basePath, `API ${api.reference}`, place)
    for (const operation of api.operations) onlyOne(api, operation)
  }

  function claim(path: string, what: string, place: () => Place): void {
    const first = taken.get(path)
    if (!first) taken.set(path, { what, place })
    else {
      const at = renderPlace(first.place())
      problems.error(
        place(),
        `the base path ${path || '/'} is taken in the catalog ${catalog.path} by ${first.what} (${at})`,
      )
    }
  }

  function belowOther(path: string, what: string, place: () => Place): void {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const above = taken.get(path.slice(0, end))
      if (above === undefined || above.what.startsWith('the API')) continue
      problems.error(
        place(),
        `the ${what} at ${path} lies below ${above.what}, which answers every call there`,
      )
    }
  }

  function onlyOne(api: Api, operation: Operation): void {
    const shape = `${operation.method} ${api.basePath}${operation.path.replaceAll(/\{[^{}]+\}/g, '{}')}`
    const first = calls.get(shape)
    if (!first) calls.set(shape, { api, operation })
    else if (first.api !== api && first.api.basePath !== api.basePath) {
      const other = `${first.api.reference} (${renderPlace(first.operation.place)})`
      problems.error(
        operation.place,
        `${operation.method} ${operation.path} matches the same calls as an operation of ${other}`,
      )
    }
  }
}
