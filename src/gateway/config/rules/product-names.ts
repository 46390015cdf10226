/** Checks that a catalog has each version of a product once. */
import { renderLocation } from '../types/source-location.ts'
import type { CatalogRule } from './rule.ts'

export const productNamesRule: CatalogRule = function productNames({ folder }, problems) {
  const names = new Map<string, string>()
  for (const { part, source } of folder.products) {
    const { name, version, location } = part.product
    const first = names.get(`${name}:${version}`)
    const fault = `the catalog has version ${version} of the product "${name}" already, at ${first}`
    if (first) problems.error(source.locate(['info', 'version']), `${fault}: another version can be beside it`)
    else names.set(`${name}:${version}`, renderLocation(location))
  }
}
