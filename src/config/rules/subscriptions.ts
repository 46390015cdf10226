/**
 * A subscription names a product of the catalog and one of its plans, and a product once.
 */

import type { Product } from '../types.ts'
import { instead } from '../wording.ts'
import type { Rule } from './rule.ts'

export const subscriptions: Rule = function subscriptions({ catalog, folder, documents }, problems) {
  const products = new Map(catalog.products.map((each) => [each.name, each]))
  for (const { part, source } of folder.applications) {
    const seen = new Set<string>()
    for (const [index, { product: name, plan }] of part.subscriptions.entries()) {
      const path = ['subscriptions', index]
      const product = products.get(name)
      if (!product) {
        if (documents.isBroken('product', 'product', name)) continue
        const known = [...products.keys()]
        const meant = instead(name, known, 'its products are')
        problems.error(source.place([...path, 'product']), `the catalog has no product "${name}"${meant}`)
        continue
      }
      if (seen.has(name)) {
        problems.error(
          source.place(path),
          `is subscribed to the product "${name}" twice: one plan for each product`,
        )
      }
      seen.add(name)
      const fault = planFault(product, plan)
      if (fault) problems.error(source.place([...path, 'plan']), fault)
    }
  }
}

function planFault({ name, plans }: Product, plan: string): string | undefined {
  if (plans.has(plan)) return undefined
  const known = [...plans.keys()]
  return `product "${name}" has no plan "${plan}"${instead(plan, known, 'its plans are')}`
}
