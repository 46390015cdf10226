/** Renders the page of a route. Each page is loaded when it is first needed. */
import { lazy, Suspense } from 'react'

import { LoadingIndicator } from '../../ui/feedback/loading-indicator.tsx'
import { NotFoundPage } from '../../ui/shell/not-found-page.tsx'
import type { PageRoute } from './routing/page-route.ts'

const HomePage = lazy(() => import('./home/home-page.tsx'))
const ProductsPage = lazy(() => import('./products/products-page.tsx'))
const ProductPage = lazy(() => import('./products/product-page.tsx'))
const ApiPage = lazy(() => import('./apis/api-page.tsx'))
const ApplicationsPage = lazy(() => import('./applications/applications-page.tsx'))
const ApplicationPage = lazy(() => import('./applications/details/application-page.tsx'))
const TryPage = lazy(() => import('./try/try-page.tsx'))
const TokensPage = lazy(() => import('./tokens/tokens-page.tsx'))
const ApprovalsPage = lazy(() => import('./approvals/approvals-page.tsx'))
const AccountPage = lazy(() => import('./session/account-page.tsx'))

export function RoutePage({ route }: { route: PageRoute }) {
  return <Suspense fallback={<LoadingIndicator />}>{renderPage(route)}</Suspense>
}

function renderPage(route: PageRoute) {
  switch (route.page) {
    case 'home':
      return <HomePage />
    case 'products':
      return <ProductsPage />
    case 'product':
      return <ProductPage key={route.product} name={route.product} />
    case 'api':
      return <ApiPage key={route.api} reference={route.api} operation={route.operation} tab={route.tab} />
    case 'applications':
      return <ApplicationsPage />
    case 'application':
      return <ApplicationPage key={route.application} name={route.application} tab={route.tab} />
    case 'try':
      return <TryPage reference={route.api} operation={route.operation} />
    case 'tokens':
      return <TokensPage />
    case 'approvals':
      return <ApprovalsPage />
    case 'account':
      return <AccountPage />
    case 'notFound':
      return <NotFoundPage />
  }
}
