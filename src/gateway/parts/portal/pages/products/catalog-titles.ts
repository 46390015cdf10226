/** Finds the titles of what the catalog publishes, for data that has the names. */
import type { ProductView } from '../../rest/index.ts'

export interface CatalogTitles {
  /** Returns title and version of an API `name:version`, which an operation may follow; unknown names as they are. */
  describeApi(part: string): string
  /** Returns the titles of a plan `product/plan` and its product; unknown names as they are. */
  describePlan(reference: string): string
}

export function buildCatalogTitles(
  products: readonly Pick<ProductView, 'name' | 'title' | 'apis' | 'plans'>[],
): CatalogTitles {
  const apis = new Map(
    products.flatMap((each) => each.apis).map(({ reference, title, version }) => [reference, `${title} ${version}`]),
  )
  const plans = new Map(
    products.flatMap((each) =>
      each.plans.map(({ name, title }) => [`${each.name}/${name}`, `${each.title} · ${title}`]),
    ),
  )
  return {
    describeApi: (part) => part.replace(/^\S+/, (reference) => apis.get(reference) ?? reference),
    describePlan: (reference) => plans.get(reference) ?? reference,
  }
}
