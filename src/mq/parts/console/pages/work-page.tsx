/** The pages of queue managers and of other parts. Each page is loaded when it is first needed. */
import '../kit/styles/work.scss'
import { lazy, type ReactNode } from 'react'
import type { ManagerRoute, TransferRoute } from '../kit/part-pages.ts'
import { isManagerEnded, isManagerReachable } from './managers/manager-state-tag.tsx'
import { partPages } from './part-pages.ts'
import { useCurrentManager } from './shell/current-manager.tsx'

const AbsentManagerPage = lazy(() => import('./managers/absent-manager-page.tsx'))
const OverviewPage = lazy(() => import('./overview/overview-page.tsx'))
const TopologyPage = lazy(() => import('./topology/topology-page.tsx'))
const ConfigurationPage = lazy(() => import('./properties/configuration-page.tsx'))
const MqscPage = lazy(() => import('./mqsc/mqsc-page.tsx'))
const ChlauthPage = lazy(() => import('./chlauth/chlauth-page.tsx'))
const RemoteManagersPage = lazy(() => import('./remote-managers/remote-managers-page.tsx'))
const ObjectPage = lazy(() => import('./objects/object-page.tsx'))
const ObjectsPage = lazy(() => import('./objects/objects-page.tsx'))

export default function WorkPage({ route }: { route: TransferRoute | ManagerRoute }) {
  if (route.page === 'fileTransfer') return partPages.find((part) => part.renderTransfers)?.renderTransfers?.(route)
  return <ManagerGate manager={route.manager}>{renderManagerPage(route)}</ManagerGate>
}

/** Renders a page of a queue manager while it runs, also while that is not known. */
function ManagerGate({ manager, children }: { manager: string; children: ReactNode }) {
  const { facts, isUnknown } = useCurrentManager()
  const isStopped = facts && isManagerEnded(facts) && !isManagerReachable(facts)
  return isUnknown || isStopped ? <AbsentManagerPage manager={manager} /> : children
}

function renderManagerPage(route: ManagerRoute) {
  const { manager, section } = route
  if (section === 'overview') return <OverviewPage key={manager} manager={manager} />
  if (section === 'topology') return <TopologyPage key={manager} manager={manager} />
  if (section === 'configuration') return <ConfigurationPage key={manager} manager={manager} />
  if (section === 'mqsc') return <MqscPage key={manager} manager={manager} />
  if (section === 'channel-rules') return <ChlauthPage key={manager} manager={manager} />
  if (section === 'remote-managers')
    return route.page === 'object' ? (
      <MqscPage key={`${manager}/${route.name}`} manager={route.name} gateway={manager} />
    ) : (
      <RemoteManagersPage key={manager} manager={manager} />
    )
  const ofPart = partPages.find(({ sections }) => sections?.[section])?.sections?.[section]
  if (ofPart) return ofPart(route)
  if (route.page === 'section') return <ObjectsPage key={`${manager}/${section}`} manager={manager} section={section} />
  return <ObjectPage key={`${manager}/${section}/${route.name}`} {...route} />
}
