/** The overview page of a queue manager: state, connections, applications, deepest queues. */

import '../styles/work.scss'
import { Chart } from '../../../ui/charts/chart.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { loadManagerHistory } from '../api/history.ts'
import { loadManager } from '../api/managers.ts'
import { HistoryCharts } from '../charts/history-charts.tsx'
import { useSampleHistory } from '../charts/use-sample-history.ts'
import { ManagerStateTag } from '../managers/manager-state-tag.tsx'
import { ManagerPageHeader } from '../shell/manager-page-header.tsx'
import { ConnectedApplications } from './connected-applications.tsx'
import { DeepestQueues } from './deepest-queues.tsx'

const freshMs = 10_000
const connections = [['connections', 'Connections']] as const
const channels = [['channels', 'Running channels']] as const

export default function OverviewPage({ manager }: { manager: string }) {
  const {
    value: facts,
    problem,
    reload,
  } = useResource(manager, (signal) => loadManager(manager, signal), {
    intervalMs: freshMs,
  })
  const { value: samples } = useSampleHistory(manager, (since, signal) =>
    loadManagerHistory(manager, since, signal),
  )

  return (
    <>
      <ManagerPageHeader manager={manager} title="Overview">
        {facts && <ManagerStateTag manager={facts} />}
        {facts?.started && (
          <span className="page__type">since {new Date(facts.started).toLocaleString()}</span>
        )}
      </ManagerPageHeader>
      {problem && <ErrorNotice text={problem} again={reload} />}
      {samples && (
        <HistoryCharts label="Connections">
          {(minutes) => (
            <>
              <Chart {...{ samples, minutes }} title="Connections" unit="" lines={connections} whole />
              <Chart {...{ samples, minutes }} title="Channels" unit="" lines={channels} whole />
            </>
          )}
        </HistoryCharts>
      )}
      {facts?.state === 'running' && (
        <div className="columns">
          <DeepestQueues manager={manager} />
          <ConnectedApplications manager={manager} />
        </div>
      )}
    </>
  )
}
