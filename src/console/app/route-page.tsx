/** Renders the page of a route. Each page is loaded when it is first needed. */
import { lazy, Suspense } from 'react'

import { LoadingIndicator } from '../../ui/feedback/loading-indicator.tsx'
import { NotFoundPage } from '../../ui/shell/not-found-page.tsx'
import type { PageRoute } from './routing/page-route.ts'
import { findObjectScreen } from './screens/index.ts'

const HomePage = lazy(() => import('./home/home-page.tsx'))
const ManagersPage = lazy(() => import('./managers/managers-page.tsx'))
const OverviewPage = lazy(() => import('./overview/overview-page.tsx'))
const ConfigurationPage = lazy(() => import('./properties/configuration-page.tsx'))
const MqscPage = lazy(() => import('./mqsc/mqsc-page.tsx'))
const ObjectsPage = lazy(() => import('./objects/objects-page.tsx'))
const ObjectPage = lazy(() => import('./objects/object-page.tsx'))

export function RoutePage({ route }: { route: PageRoute }) {
  return <Suspense fallback={<LoadingIndicator />}>{renderPage(route)}</Suspense>
}

function renderPage(route: PageRoute) {
  switch (route.page) {
    case 'home':
      return <HomePage />
    case 'managers':
      return <ManagersPage />
    case 'section':
    case 'object':
      return renderManagerPage(route)
    case 'notFound':
      return <NotFoundPage />
  }
}

function renderManagerPage(route: Extract<PageRoute, { manager: string }>) {
  const { manager, section } = route
  if (section === 'overview') return <OverviewPage key={manager} manager={manager} />
  if (section === 'configuration') return <ConfigurationPage key={manager} manager={manager} />
  if (section === 'mqsc') return <MqscPage key={manager} manager={manager} />

  const screen = findObjectScreen(section)
  if (route.page === 'section')
    return <ObjectsPage key={`${manager}/${section}`} manager={manager} screen={screen} />
  return (
    <ObjectPage
      key={`${manager}/${section}/${route.name}`}
      manager={manager}
      screen={screen}
      name={route.name}
      tab={route.tab}
    />
  )
}
