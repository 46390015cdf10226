/** The overview page of a queue manager: state, connections, applications, deepest queues. */
import { measureCharts } from '../charts/measure-charts.ts'
import '../styles/work.scss'
import type { ReactNode } from 'react'
import { Chart } from '../../../ui/charts/chart.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { ErrorNotice } from '../../../ui/feedback/notice.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { Group } from '../../../ui/shell/group.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import { loadManager } from '../api/managers.ts'
import { displayObjects } from '../api/mqsc.ts'
import { ChartRangeProvider, HistoryCharts } from '../charts/chart-range.tsx'
import { useSampleHistory } from '../charts/use-sample-history.ts'
import { isManagerReachable, ManagerStateTag } from '../managers/manager-state-tag.tsx'
import { buildObjectLink } from '../routing/page-route.ts'
import { isSystemObject } from '../screens/object-screen.ts'
import { ManagerPageHeader } from '../shell/manager-page-header.tsx'
import { DepthBar } from '../table/depth-bar.tsx'

const freshMs = 10_000

export default function OverviewPage({ manager }: { manager: string }) {
  return (
    <ChartRangeProvider>
      <Overview manager={manager} />
    </ChartRangeProvider>
  )
}

function Overview({ manager }: { manager: string }) {
  const resource = useResource(manager, (signal) => loadManager(manager, signal), { intervalMs: freshMs })
  const facts = resource.value
  const { value: history, loading } = useSampleHistory(manager)

  // Charts that come later would move the lists.
  const shown = history === undefined && loading ? undefined : facts

  return (
    <>
      <ManagerPageHeader manager={manager} title={t('Overview')}>
        {facts && <ManagerStateTag manager={facts} />}
        {facts?.started && (
          <span className="page__type">{t('since {started}', { started: formatDateTime(facts.started) })}</span>
        )}
      </ManagerPageHeader>
      <Loaded resource={{ ...resource, value: shown }}>
        {(loaded) => (
          <>
            {history && (
              <HistoryCharts label={t('Statistics')}>
                {history.samples.lines.puts && <Chart {...history} {...measureCharts.rates} />}
                <Chart {...history} {...measureCharts.connections} />
                <Chart {...history} {...measureCharts.channels} />
              </HistoryCharts>
            )}
            {isManagerReachable(loaded) && (
              <div className="columns">
                <DeepestQueues manager={manager} />
                <ConnectedApplications manager={manager} />
              </div>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

const maxApplications = 20

/** Lists the connected applications, counted by name, user and channel. */
function ConnectedApplications({ manager }: { manager: string }) {
  return (
    <ListPanel
      title={t('Connected applications')}
      manager={manager}
      load={loadApplications}
      empty={t('No application is connected.')}
      row={({ application, user, channel, count }) => ({
        key: JSON.stringify([application, user, channel]),
        shown: (
          <>
            <span className="list__name">{application || t('unnamed')}</span>
            <span>{channel ? t('{user} by {channel}', { user, channel }) : user}</span>
            <span className="list__number">{count}</span>
          </>
        ),
      })}
    />
  )
}

async function loadApplications(manager: string, signal: AbortSignal) {
  const responses = await displayObjects(
    manager,
    {
      qualifier: 'conn',
      name: '*',
      parameters: { where: 'APPLTYPE NE SYSTEM' }, // omits the connection that runs this command
      responseParameters: ['appltag', 'userid', 'channel'],
    },
    signal,
  )
  const applications = responses.map(({ parameters = {} }) => ({
    application: String(parameters.appltag ?? ''),
    user: String(parameters.userid ?? ''),
    channel: String(parameters.channel ?? ''),
  }))
  return [...Map.groupBy(applications, (each) => JSON.stringify(each)).values()]
    .map((same) => ({ ...(same[0] as (typeof applications)[number]), count: same.length }))
    .sort((a, b) => b.count - a.count)
    .slice(0, maxApplications)
}

const maxQueues = 8

/** Lists the queues with the most messages. */
function DeepestQueues({ manager }: { manager: string }) {
  return (
    <ListPanel
      title={t('Deepest queues')}
      manager={manager}
      load={loadDeepestQueues}
      empty={t('No queue holds messages.')}
      row={({ name, depth, maximum }) => ({
        key: name,
        shown: (
          <>
            <a className="cds--link list__name" href={buildObjectLink(manager, 'queues', name)}>
              {name}
            </a>
            <DepthBar depth={depth} most={maximum} />
          </>
        ),
      })}
    />
  )
}

async function loadDeepestQueues(manager: string, signal: AbortSignal) {
  const responses = await displayObjects(
    manager,
    {
      qualifier: 'qlocal',
      name: '*',
      parameters: { where: 'CURDEPTH GT 0' },
      responseParameters: ['curdepth', 'maxdepth'],
    },
    signal,
  )
  return responses
    .map(({ parameters = {} }) => ({
      name: String(parameters.queue),
      depth: Number(parameters.curdepth),
      maximum: Number(parameters.maxdepth),
    }))
    .filter(({ name }) => !isSystemObject(name))
    .sort((a, b) => b.depth - a.depth)
    .slice(0, maxQueues)
}

interface ListPanelProps<T> {
  title: string
  manager: string
  load(manager: string, signal: AbortSignal): Promise<readonly T[]>
  /** The text for an empty list. */
  empty: string
  row(item: T): { key: string; shown: ReactNode }
}

/** A short list with a heading, which polls for changes. */
function ListPanel<T>({ title, manager, load, empty, row }: ListPanelProps<T>) {
  const { value, problem } = useResource(manager, (signal) => load(manager, signal), { intervalMs: freshMs })

  return (
    <Group title={title} className="panel">
      {problem && <ErrorNotice text={problem} />}
      {value?.length === 0 && <p>{empty}</p>}
      <ul>
        {value?.map(row).map(({ key, shown }) => (
          <li key={key} className="panel__row">
            {shown}
          </li>
        ))}
      </ul>
    </Group>
  )
}
