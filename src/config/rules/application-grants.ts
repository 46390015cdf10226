/** Checks that a provider of the catalog supports the grants of each application. */
import type { CatalogRule } from './rule.ts'

export const applicationGrantsRule: CatalogRule = function applicationGrants({ catalog, folder, documents }, problems) {
  const given = new Set<string>()
  for (const { grants, refreshToken } of catalog.providers.values()) {
    for (const grant of grants) given.add(grant)
    if (refreshToken.enabled) given.add('refresh_token')
  }
  const thirdParties = catalog.thirdParties ?? new Map<string, never>()
  for (const { grants } of thirdParties.values()) for (const grant of grants) given.add(grant)
  const enabled = catalog.providers.size + thirdParties.size
  if (folder.catalog?.part.providers.length !== enabled) return // another problem reports the missing provider

  for (const { name } of folder.catalog.part.providers) {
    const source = (documents.providers.get(name) ?? documents.thirdParties.get(name))?.source
    if (source?.hasGap(['grants']) || source?.hasGap(['native_provider', 'refresh_token'])) return
  }

  for (const { part, source } of folder.applications) {
    for (const [index, grant] of [...(part.grants ?? [])].entries()) {
      if (given.has(grant)) continue
      const offer = given.size > 0 ? `they give ${[...given].join(', ')}` : 'it has none'
      const message = `grants[${index}] is not supported by any OAuth provider of the catalog: "${grant}" - ${offer}`
      problems.error(source.locate(['grants', index]), message)
    }
  }
}
