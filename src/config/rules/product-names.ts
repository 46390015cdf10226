/**
 * A catalog publishes one version of a product, and is itself the only one of its name.
 */
import { renderPlace } from '../text/problems.ts'
import type { Rule } from './rule.ts'

export const productNames: Rule = function productNames({ folder }, problems) {
  const names = new Map<string, string>()
  for (const { part, source } of folder.products) {
    const { name, place } = part.product
    const first = names.get(name)
    if (first)
      problems.error(
        source.place(['info', 'name']),
        `the catalog has a product "${name}" already, at ${first}`,
      )
    else names.set(name, renderPlace(place))
  }
}
