/** Checks that a catalog publishes one version of each product. */
import { renderLocation } from '../types/source-location.ts'
import type { CatalogRule } from './rule.ts'

export const productNamesRule: CatalogRule = function productNames({ folder }, problems) {
  const names = new Map<string, string>()
  for (const { part, source } of folder.products) {
    const { name, location } = part.product
    const first = names.get(name)
    if (first)
      problems.error(source.locate(['info', 'name']), `the catalog has a product "${name}" already, at ${first}`)
    else names.set(name, renderLocation(location))
  }
}
