/** Lists the pages of the console. Each page is loaded when it is first needed; home loads no list of the others. */
import { lazy, type ReactNode, useEffect } from 'react'
import { LoadingIndicator } from '../../../../shared/ui/feedback/loading-indicator.tsx'
import { navigate } from '../../../../shared/ui/routing/use-location-hash.ts'
import { buildPageSwitch } from '../../../../shared/ui/shell/page-switch.tsx'
import type { PageRoute } from '../kit/routing/page-route.ts'
import { useLayout } from './layout/layout-provider.tsx'

const HomePage = lazy(() => import('./home/home-page.tsx'))
const DashboardsPage = lazy(() => import('./dashboards/dashboards-page.tsx'))
const ManagersPage = lazy(() => import('./managers/managers-page.tsx'))
const WorkPage = lazy(() => import('./work-page.tsx'))
export const RoutePage = buildPageSwitch<PageRoute>({
  home: () => (
    <HomeOfConsoleType>
      <HomePage />
    </HomeOfConsoleType>
  ),
  dashboards: ({ dashboard }) => <DashboardsPage dashboard={dashboard} />,
  managers: () => <ManagersPage />,
  fileTransfer: (route) => <WorkPage route={route} />,
  section: (route) => <WorkPage route={route} />,
  object: (route) => <WorkPage route={route} />,
})

/** Renders the home page, or leads to the dashboards when the user chose that console type. */
function HomeOfConsoleType({ children }: { children: ReactNode }) {
  const { layout, problem } = useLayout()
  const showsDashboards = layout?.type === 'dashboards'

  useEffect(() => {
    if (showsDashboards) navigate('#/dashboards', { replace: true })
  }, [showsDashboards])

  if (!layout && !problem) return <LoadingIndicator />
  return showsDashboards ? <LoadingIndicator /> : children
}
