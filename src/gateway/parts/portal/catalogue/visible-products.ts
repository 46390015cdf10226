/** Finds the products and APIs that a user or an anonymous visitor may see. */
import { type Api, findProduct, isOpenProduct, type Product } from '../../../config/types/index.ts'
import { findOwnApplications, type PortalContext } from '../context/portal-context.ts'

export type VisitorContext = Pick<PortalContext, 'user' | 'deps'>

/** Returns the published products that the user may see, in the order of the catalog. */
export function findVisibleProducts(context: VisitorContext): Product[] {
  const { user, deps } = context
  const { products } = deps.catalog
  const subscribed = new Set(
    user.name === ''
      ? []
      : findOwnApplications(context).flatMap((each) =>
          each.subscriptions.map(({ product }) => findProduct(products, product)?.name),
        ),
  )
  const isVisible = ({ name, visibility = 'public' }: Product) => {
    if (visibility === 'public' || user.isOwner) return true
    return visibility === 'authenticated' ? user.name !== '' : subscribed.has(name)
  }
  return products.filter((each) => isOpenProduct(each) && isVisible(each))
}

/** Returns the APIs in the plans of the products, each once. */
export function findApis(products: readonly Product[], apis: readonly Api[]): Api[] {
  const offered = new Set(products.flatMap(({ plans }) => [...plans.values()].flatMap((plan) => [...plan.apis])))
  return apis.filter(({ reference }) => offered.has(reference))
}
