/** Links security definitions to native providers of other catalogs of the organisation: `x-ibm-oauth-catalog`. */
import type { NativeProvider } from '../types/index.ts'
import { nameProviders, type ProviderMembers } from './publish-api.ts'
import type { PublishedCatalog } from './publish-catalog.ts'

/** Returns the catalogs. A definition with a provider of another catalog names it `org/catalog/provider`. */
export function linkProviders(published: readonly PublishedCatalog[]): PublishedCatalog[] {
  return published.map((each) => {
    const { org, name: own } = each.catalog
    const ofOrg = published.filter(({ catalog }) => catalog.org === org)
    const siblings = new Map(ofOrg.map(({ catalog }) => [catalog.name, catalog]))
    const foreignProviders = new Map<string, NativeProvider>()
    const apis = each.catalog.apis.map((api) => {
      const names = new Map<string, string>()
      for (const [key, { settings }] of api.definitions) {
        const { 'x-ibm-oauth-catalog': holder = own, 'x-ibm-oauth-provider': name = '' } = settings as ProviderMembers
        if (holder === own) continue
        const catalog = siblings.get(holder)
        const provider = catalog?.providers.get(name)
        if (catalog && provider) foreignProviders.set(`${org}/${holder}/${name}`, { holder: catalog, provider })
        names.set(key, `${org}/${holder}/${name}`)
      }
      return names.size > 0 ? { ...api, ...nameProviders(api, names) } : api
    })
    return { ...each, siblings, catalog: { ...each.catalog, apis, foreignProviders } }
  })
}
