/** Checks that a subscription names a plan of a product of the catalog, and that there is one for each product. */
import { suggestOrList } from '../text/suggest-or-list.ts'
import type { CatalogRule } from './rule.ts'

export const subscriptionsRule: CatalogRule = function subscriptions({ catalog, folder, documents }, problems) {
  const products = new Map(catalog.products.map((each) => [each.name, each]))
  const uncertain = new Set(
    folder.products.filter((each) => each.source.isGap(['plans'])).map((each) => each.part.product.name),
  )
  for (const { part, source } of folder.applications) {
    const seen = new Set<string>()
    for (const [index, { product: name, plan, requestedPlan }] of part.subscriptions.entries()) {
      const path = ['subscriptions', index]
      const product = products.get(name)
      if (!product) {
        if (documents.isBroken('product', 'product', name)) continue
        const known = [...products.keys()]
        const meant = suggestOrList(name, known, 'its products are')
        const fault = `the catalog has no product "${source.renderValue([...path, 'product'])}"`
        problems.error(source.locate([...path, 'product']), `${fault}${meant}`)
        continue
      }
      if (seen.has(name)) {
        problems.error(source.locate(path), `is subscribed to the product "${name}" twice: one plan for each product`)
      }
      seen.add(name)
      for (const [member, wanted] of [
        ['plan', plan],
        ['requested_plan', requestedPlan],
      ] as const) {
        if (wanted === undefined || product.plans.has(wanted) || uncertain.has(name)) continue
        const known = [...product.plans.keys()]
        const fault = `product "${name}" has no plan "${source.renderValue([...path, member])}"`
        problems.error(source.locate([...path, member]), `${fault}${suggestOrList(wanted, known, 'its plans are')}`)
      }
    }
  }
}
