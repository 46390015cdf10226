/** What a route is called in the title of the window. */
import type { Route } from '../routing/route.ts'

const titles: Readonly<Record<Route['page'], string>> = {
  home: 'Home',
  products: 'Products',
  product: 'Product',
  api: 'API',
  applications: 'Applications',
  application: 'Application',
  try: 'Try it',
  tokens: 'Token debugger',
  approvals: 'Approvals',
  account: 'Account',
  nowhere: 'Not found',
}

export function titleOf(route: Route): string {
  switch (route.page) {
    case 'product':
      return route.product
    case 'application':
      return route.application
    case 'api':
      return route.api
    default:
      return titles[route.page]
  }
}
