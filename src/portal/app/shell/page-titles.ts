/** The window title of each route. */
import { t } from '../../../ui/text/t.ts'
import type { PageRoute } from '../routing/page-route.ts'

const titles: Readonly<Record<PageRoute['page'], string>> = {
  home: t('Home'),
  signIn: t('Sign in'),
  reset: t('Forgotten password'),
  verify: t('E-mail address'),
  search: t('Search'),
  guides: t('Guides'),
  guide: t('Guide'),
  products: t('Products'),
  product: t('Product'),
  api: 'API',
  applications: t('Applications'),
  application: t('Application'),
  try: t('Try it'),
  tokens: t('Token debugger'),
  approvals: t('Approvals'),
  configuration: t('Configuration'),
  calls: t('Call log'),
  keys: t('Signing keys'),
  live: t('Live'),
  document: t('Document'),
  account: t('Account'),
  notFound: t('Not found'),
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
