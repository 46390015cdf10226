/** A queue manager at a glance: what it is, what goes on, who is connected, which queues fill up. */

import { Chart } from '../../../ui/charts/chart.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { managerHistory } from '../api/history.ts'
import { showManager } from '../api/managers.ts'
import { Charts } from '../charts/charts.tsx'
import { useHour } from '../charts/use-hour.ts'
import { StateTag } from '../managers/state-tag.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { BusyQueues } from './busy-queues.tsx'
import { ConnectedApplications } from './connected-applications.tsx'

const freshMs = 10_000
const connections = [['connections', 'Connections']] as const
const channels = [['channels', 'Running channels']] as const

export default function OverviewPage({ manager }: { manager: string }) {
  const {
    value: facts,
    problem,
    reload,
  } = useResource(manager, (signal) => showManager(manager, signal), {
    intervalMs: freshMs,
  })
  const { value: samples } = useHour(manager, (since, signal) => managerHistory(manager, since, signal))

  return (
    <>
      <PageHead manager={manager} title="Overview">
        {facts && <StateTag manager={facts} />}
        {facts?.started && (
          <span className="page__type">since {new Date(facts.started).toLocaleString()}</span>
        )}
      </PageHead>
      {problem && <ErrorNotice text={problem} again={reload} />}
      {samples && (
        <Charts label="Connections">
          {(minutes) => (
            <>
              <Chart {...{ samples, minutes }} title="Connections" unit="" lines={connections} whole />
              <Chart {...{ samples, minutes }} title="Channels" unit="" lines={channels} whole />
            </>
          )}
        </Charts>
      )}
      {facts?.state === 'running' && (
        <div className="columns">
          <BusyQueues manager={manager} />
          <ConnectedApplications manager={manager} />
        </div>
      )}
    </>
  )
}
