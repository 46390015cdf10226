/** Renders the page of a route; a loading indicator until its code is loaded, an error when it cannot be loaded. */
import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from '../feedback/error-boundary.tsx'
import { LoadingIndicator } from '../feedback/loading-indicator.tsx'
import { t } from '../text/t.ts'
import { tElements } from '../text/t-elements.tsx'

/** The function that renders each kind of page. The page `notFound` needs none. */
export type PageTable<Route extends { page: string }> = {
  readonly [Page in Exclude<Route['page'], 'notFound'>]: (route: Extract<Route, { page: Page }>) => ReactNode
}

/** Builds a component that renders the page of its route. Pages are usually loaded with `lazy`. */
export function buildPageSwitch<Route extends { page: string }>(pages: PageTable<Route>) {
  return function RoutePage({ route }: { route: Route }) {
    return (
      <ErrorBoundary page={JSON.stringify(route)}>
        <Suspense fallback={<LoadingIndicator />}>{renderPage(pages, route)}</Suspense>
      </ErrorBoundary>
    )
  }
}

function renderPage<Route extends { page: string }>(pages: PageTable<Route>, route: Route): ReactNode {
  const table: Readonly<Record<string, ((route: never) => ReactNode) | undefined>> = pages
  const render = table[route.page]
  return render ? render(route as never) : <NotFoundPage />
}

function NotFoundPage() {
  return (
    <>
      <h1 className="page__title">{t('Not found')}</h1>
      <p>{tElements('There is no such page. {link}', { link: <a href="#/home">{t('Home')}</a> })}</p>
    </>
  )
}
