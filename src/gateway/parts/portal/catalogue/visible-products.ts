/** Finds the products and APIs that a user or an anonymous visitor may see. */
import type { Api, Product } from '../../../config/types/index.ts'
import { findOwnApplications, type PortalContext } from '../context/portal-context.ts'

export type VisitorContext = Pick<PortalContext, 'user' | 'deps'>

/** Returns the products that the portal shows to everybody with access to it, which are published or deprecated. */
export function isPublished({ state = 'published' }: Product): boolean {
  return state === 'published' || state === 'deprecated'
}

/** Returns the published products that the user may see, in the order of the catalog. */
export function findVisibleProducts(context: VisitorContext): Product[] {
  const { user, deps } = context
  const subscribed = new Set(
    user.name === ''
      ? []
      : findOwnApplications(context).flatMap((each) => each.subscriptions.map(({ product }) => product)),
  )
  const isVisible = ({ name, visibility = 'public' }: Product) => {
    if (visibility === 'public' || user.isOwner) return true
    return visibility === 'authenticated' ? user.name !== '' : subscribed.has(name)
  }
  return deps.catalog.products.filter((each) => isPublished(each) && isVisible(each))
}

/** Returns the APIs in the plans of the products, each once. */
export function findApis(products: readonly Product[], apis: readonly Api[]): Api[] {
  const offered = new Set(products.flatMap(({ plans }) => [...plans.values()].flatMap((plan) => [...plan.apis])))
  return apis.filter(({ reference }) => offered.has(reference))
}
