/** The pages of queue managers and of file transfer. Each page is loaded when it is first needed. */
import { lazy, type ReactNode } from 'react'
import type { PageRoute } from '../kit/routing/page-route.ts'
import { isManagerEnded, isManagerReachable } from './managers/manager-state-tag.tsx'
import { useCurrentManager } from './shell/current-manager.tsx'

const AbsentManagerPage = lazy(() => import('./managers/absent-manager-page.tsx'))
const OverviewPage = lazy(() => import('./overview/overview-page.tsx'))
const TopologyPage = lazy(() => import('./topology/topology-page.tsx'))
const ConfigurationPage = lazy(() => import('./properties/configuration-page.tsx'))
const MqscPage = lazy(() => import('./mqsc/mqsc-page.tsx'))
const ChlauthPage = lazy(() => import('./chlauth/chlauth-page.tsx'))
const RemoteManagersPage = lazy(() => import('./remote-managers/remote-managers-page.tsx'))
const WebhooksPage = lazy(() => import('../../webhooks/pages/webhooks-page.tsx'))
const TransfersPage = lazy(() => import('../../file-transfer/pages/transfers-page.tsx'))
const TransferPage = lazy(() => import('../../file-transfer/pages/transfer-page.tsx'))
const SchedulesPage = lazy(() => import('../../file-transfer/pages/schedules-page.tsx'))
const MonitorsPage = lazy(() => import('../../file-transfer/pages/monitors-page.tsx'))
const AgentsPage = lazy(() => import('../../file-transfer/pages/agents-page.tsx'))
const ObjectRoutePage = lazy(() => import('./objects/object-route-page.tsx'))

type TransferRoute = Extract<PageRoute, { page: 'fileTransfer' }>
type ManagerRoute = Extract<PageRoute, { manager: string }>

export default function WorkPage({ route }: { route: TransferRoute | ManagerRoute }) {
  if (route.page === 'fileTransfer') return renderTransferPage(route)
  return <ManagerGate manager={route.manager}>{renderManagerPage(route)}</ManagerGate>
}

/** Renders a page of a queue manager while it runs, also while that is not known. */
function ManagerGate({ manager, children }: { manager: string; children: ReactNode }) {
  const { facts, isUnknown } = useCurrentManager()
  const isStopped = facts && isManagerEnded(facts) && !isManagerReachable(facts)
  return isUnknown || isStopped ? <AbsentManagerPage manager={manager} /> : children
}

function renderTransferPage({ section, name }: TransferRoute) {
  if (name) return <TransferPage key={name} id={name} />
  if (section === 'transfers') return <TransfersPage />
  if (section === 'schedules') return <SchedulesPage />
  return section === 'monitors' ? <MonitorsPage /> : <AgentsPage />
}

function renderManagerPage(route: ManagerRoute) {
  const { manager, section } = route
  if (section === 'overview') return <OverviewPage key={manager} manager={manager} />
  if (section === 'topology') return <TopologyPage key={manager} manager={manager} />
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
