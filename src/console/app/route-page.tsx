/** Lists the pages of the console. Each page is loaded when it is first needed. */
import { lazy } from 'react'

import { buildPageSwitch } from '../../ui/shell/page-switch.tsx'
import { HomeOfConsoleType } from './layout/home-of-console-type.tsx'
import { ManagerGate } from './managers/manager-gate.tsx'
import type { PageRoute } from './routing/page-route.ts'
import { findObjectScreen } from './screens/index.ts'

const HomePage = lazy(() => import('./home/home-page.tsx'))
const DashboardsPage = lazy(() => import('./dashboards/dashboards-page.tsx'))
const ManagersPage = lazy(() => import('./managers/managers-page.tsx'))
const OverviewPage = lazy(() => import('./overview/overview-page.tsx'))
const ConfigurationPage = lazy(() => import('./properties/configuration-page.tsx'))
const MqscPage = lazy(() => import('./mqsc/mqsc-page.tsx'))
const ObjectsPage = lazy(() => import('./objects/objects-page.tsx'))
const ObjectPage = lazy(() => import('./objects/object-page.tsx'))

export const RoutePage = buildPageSwitch<PageRoute>({
  home: () => (
    <HomeOfConsoleType>
      <HomePage />
    </HomeOfConsoleType>
  ),
  dashboards: ({ dashboard }) => <DashboardsPage dashboard={dashboard} />,
  managers: () => <ManagersPage />,
  section: renderInGate,
  object: renderInGate,
})

function renderInGate(route: Extract<PageRoute, { manager: string }>) {
  return <ManagerGate manager={route.manager}>{renderManagerPage(route)}</ManagerGate>
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
