/** The window title of each route. */
import type { PageRoute } from '../routing/page-route.ts'

const titles: Readonly<Record<PageRoute['page'], string>> = {
  home: 'Home',
  signIn: 'Sign in',
  reset: 'Forgotten password',
  verify: 'E-mail address',
  search: 'Search',
  guides: 'Guides',
  guide: 'Guide',
  products: 'Products',
  product: 'Product',
  api: 'API',
  applications: 'Applications',
  application: 'Application',
  try: 'Try it',
  tokens: 'Token debugger',
  approvals: 'Approvals',
  configuration: 'Configuration',
  calls: 'Call log',
  keys: 'Signing keys',
  live: 'Live',
  document: 'Document',
  account: 'Account',
  notFound: 'Not found',
}

export function findPageTitle(route: PageRoute): string {
  switch (route.page) {
    case 'product':
      return route.product
    case 'guide':
      return route.guide
    case 'application':
      return route.application
    case 'document':
      return route.file
    case 'api':
      return route.api
    default:
      return titles[route.page]
  }
}
