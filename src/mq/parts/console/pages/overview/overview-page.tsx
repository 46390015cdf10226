/** The overview page of a queue manager: state, connections, applications, deepest queues. */
import { Link } from '@carbon/react'
import { Chart } from '../../../../../shared/ui/charts/chart.tsx'
import { Loaded } from '../../../../../shared/ui/feedback/loaded.tsx'
import { ErrorNotice } from '../../../../../shared/ui/feedback/notice.tsx'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { Group } from '../../../../../shared/ui/shell/group.tsx'
import { NameLink } from '../../../../../shared/ui/table/name-link.tsx'
import { formatNumber } from '../../../../../shared/ui/text/format.ts'
import { RelativeTime } from '../../../../../shared/ui/text/relative-time.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { tElements } from '../../../../../shared/ui/text/t-elements.tsx'
import type { ManagerHealth, QueueHealth } from '../../contract/managers.ts'
import { loadManager, loadManagerHealth } from '../../kit/api/managers.ts'
import { displayObjects } from '../../kit/api/mqsc.ts'
import { buildManagerLink, buildObjectLink } from '../../kit/routing/page-route.ts'
import { ManagerPageHeader } from '../../kit/shell/manager-page-header.tsx'
import { DepthBar } from '../../kit/table/depth-bar.tsx'
import { ChartRangeProvider, HistoryCharts } from '../charts/chart-range.tsx'
import { measureCharts } from '../charts/measure-charts.ts'
import { useSampleHistory } from '../charts/use-sample-history.ts'
import { isManagerReachable, ManagerStateTag } from '../managers/manager-state-tag.tsx'
import { Figures } from '../shell/figures.tsx'

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
  const health = useResource(manager, (signal) => loadManagerHealth(manager, signal), { intervalMs: freshMs })
  const own = health.value

  // Charts and figures that come later would move the lists.
  const isComplete = (history !== undefined || !loading) && (own !== undefined || !health.loading)
  const shown = isComplete ? facts : undefined

  return (
    <>
      <ManagerPageHeader manager={manager} title={t('Overview')}>
        {facts && <ManagerStateTag manager={facts} />}
        {facts?.started && (
          <span className="quiet">{tElements('Started {time}', { time: <RelativeTime at={facts.started} /> })}</span>
        )}
      </ManagerPageHeader>
      <Loaded resource={{ ...resource, value: shown }}>
        {(loaded) => (
          <>
            {own?.queues !== undefined && <ManagerFigures health={own} />}
            {history && (
              <HistoryCharts label={t('Statistics')}>
                {history.samples.lines.puts && <Chart {...history} {...measureCharts.rates} />}
                <Chart {...history} {...measureCharts.connections} />
                <Chart {...history} {...measureCharts.channels} />
              </HistoryCharts>
            )}
            {isManagerReachable(loaded) && (
              <div className="columns">
                {own?.deepest && <DeepestQueues manager={manager} queues={own.deepest} />}
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
  const { value, problem } = useResource(manager, (signal) => loadApplications(manager, signal), {
    intervalMs: freshMs,
  })
  return (
    <Group title={t('Connected applications')} className="panel">
      {problem && <ErrorNotice text={problem} />}
      {value?.length === 0 && <p>{t('No application is connected.')}</p>}
      <ul>
        {value?.map(({ application, user, channel, count }) => (
          <li key={JSON.stringify([application, user, channel])} className="panel__row">
            <span className="list__name">{application || t('unnamed')}</span>
            <span>{channel ? t('{user} by {channel}', { user, channel }) : user}</span>
            <span className="list__number">{count}</span>
          </li>
        ))}
      </ul>
    </Group>
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

/** The numbers of a queue manager, each with the way to its list. */
function ManagerFigures({ health }: { health: ManagerHealth }) {
  const { name, queues = 0, messages, connectionCount, channels = 0, troubledChannels = [], deadLetter } = health
  const link = (to: string, count: number, isAlarm = false) => (
    <Link className={isAlarm ? 'figures__alarm' : ''} href={to}>
      {formatNumber(count)}
    </Link>
  )
  const queueList = buildManagerLink(name, 'queues')
  const channelList = buildManagerLink(name, 'channels')
  const { name: letters = '', depth: undelivered = 0 } = deadLetter ?? {}
  const letterList = buildObjectLink(name, 'queues', letters, 'messages')
  const troubled = troubledChannels.length
  return (
    <Figures
      figures={[
        [t('Queues'), link(queueList, queues)],
        messages !== undefined && [t('Messages'), formatNumber(messages)],
        deadLetter && [t('On the dead-letter queue'), link(letterList, undelivered, undelivered > 0)],
        [t('Running channels'), link(channelList, channels)],
        [t('Channels in trouble'), link(channelList, troubled, troubled > 0)],
        [t('Connections'), formatNumber(connectionCount)],
      ]}
    />
  )
}

function DeepestQueues({ manager, queues }: { manager: string; queues: readonly QueueHealth[] }) {
  return (
    <Group title={t('Deepest queues')} className="panel">
      {queues.length === 0 && <p>{t('No queue holds messages.')}</p>}
      <ul>
        {queues.map(({ name, depth, maxDepth }) => (
          <li key={name} className="panel__row">
            <NameLink to={buildObjectLink(manager, 'queues', name)}>{name}</NameLink>
            <DepthBar depth={depth} most={maxDepth} />
          </li>
        ))}
      </ul>
    </Group>
  )
}
