/** Lists the pages of the console. Each page is loaded when it is first needed. */
import { lazy, type ReactNode, useEffect } from 'react'
import { LoadingIndicator } from '../../ui/feedback/loading-indicator.tsx'
import { navigate } from '../../ui/routing/use-location-hash.ts'
import { buildPageSwitch } from '../../ui/shell/page-switch.tsx'
import { useLayout } from './layout/layout-provider.tsx'
import { isManagerEnded, isManagerReachable } from './managers/manager-state-tag.tsx'
import type { PageRoute } from './routing/page-route.ts'
import { useCurrentManager } from './shell/current-manager.tsx'

const AbsentManagerPage = lazy(() => import('./managers/absent-manager-page.tsx'))
const HomePage = lazy(() => import('./home/home-page.tsx'))
const DashboardsPage = lazy(() => import('./dashboards/dashboards-page.tsx'))
const ManagersPage = lazy(() => import('./managers/managers-page.tsx'))
const OverviewPage = lazy(() => import('./overview/overview-page.tsx'))
const ConfigurationPage = lazy(() => import('./properties/configuration-page.tsx'))
const MqscPage = lazy(() => import('./mqsc/mqsc-page.tsx'))
const ChlauthPage = lazy(() => import('./chlauth/chlauth-page.tsx'))
const RemoteManagersPage = lazy(() => import('./remote-managers/remote-managers-page.tsx'))
const WebhooksPage = lazy(() => import('./webhooks/webhooks-page.tsx'))
const TransfersPage = lazy(() => import('./file-transfer/transfers-page.tsx'))
const TransferPage = lazy(() => import('./file-transfer/transfer-page.tsx'))
const SchedulesPage = lazy(() => import('./file-transfer/schedules-page.tsx'))
const MonitorsPage = lazy(() => import('./file-transfer/monitors-page.tsx'))
const AgentsPage = lazy(() => import('./file-transfer/agents-page.tsx'))
const ObjectRoutePage = lazy(() => import('./objects/object-route-page.tsx'))

export const RoutePage = buildPageSwitch<PageRoute>({
  home: () => (
    <HomeOfConsoleType>
      <HomePage />
    </HomeOfConsoleType>
  ),
  dashboards: ({ dashboard }) => <DashboardsPage dashboard={dashboard} />,
  managers: () => <ManagersPage />,
  fileTransfer: renderTransferPage,
  section: renderInGate,
  object: renderInGate,
})

/** Renders a page of a queue manager while it runs, also while that is not known. */
function ManagerGate({ manager, children }: { manager: string; children: ReactNode }) {
  const { facts, isUnknown } = useCurrentManager()
  const isStopped = facts && isManagerEnded(facts) && !isManagerReachable(facts)
  return isUnknown || isStopped ? <AbsentManagerPage manager={manager} /> : children
}

function renderInGate(route: Extract<PageRoute, { manager: string }>) {
  return <ManagerGate manager={route.manager}>{renderManagerPage(route)}</ManagerGate>
}

function renderTransferPage({ section, name }: Extract<PageRoute, { page: 'fileTransfer' }>) {
  if (name) return <TransferPage key={name} id={name} />
  if (section === 'transfers') return <TransfersPage />
  if (section === 'schedules') return <SchedulesPage />
  return section === 'monitors' ? <MonitorsPage /> : <AgentsPage />
}

function renderManagerPage(route: Extract<PageRoute, { manager: string }>) {
  const { manager, section } = route
  if (section === 'overview') return <OverviewPage key={manager} manager={manager} />
  if (section === 'configuration') return <ConfigurationPage key={manager} manager={manager} />
  if (section === 'mqsc') return <MqscPage key={manager} manager={manager} />
  if (section === 'channel-rules') return <ChlauthPage key={manager} manager={manager} />
  if (section === 'webhooks') return <WebhooksPage key={manager} route={route} />
  if (section === 'remote-managers')
    return route.page === 'object' ? (
      <MqscPage key={`${manager}/${route.name}`} manager={route.name} gateway={manager} />
    ) : (
      <RemoteManagersPage key={manager} manager={manager} />
    )
  return <ObjectRoutePage route={route} />
}

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
