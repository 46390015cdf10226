/** The home page: the health of every queue manager, what needs attention with its remedy, and the first steps of a new installation. */
import '../styles/home.scss'
import { Button } from '@carbon/react'
import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '../../../../../shared/ui/feedback/error-boundary.tsx'
import { Loaded } from '../../../../../shared/ui/feedback/loaded.tsx'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { Group } from '../../../../../shared/ui/shell/group.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ManagerHealth, QueueHealth, TroubledChannel } from '../../contract/managers.ts'
import { loadHealth } from '../../kit/api/managers.ts'
import { buildObjectLink, type ManagerSection } from '../../kit/routing/page-route.ts'
import { useSession } from '../../kit/session/session.tsx'
import { ManagerPageHeader } from '../../kit/shell/manager-page-header.tsx'
import { describeTimeToFull, formatAge } from '../../kit/table/age-texts.ts'
import { DepthBar } from '../../kit/table/depth-bar.tsx'
import { ManagerCard } from './manager-card.tsx'

const TroubledNetworkNote = lazyPart(() => import('./troubled-network.tsx'))
const FirstSteps = lazyPart(() => import('./first-steps.tsx'))

const freshMs = 10_000
/** The number of items in a list; each leads to a page with all of them. */
const maxItems = 8

export default function HomePage() {
  const { user } = useSession()
  const health = useResource('health', loadHealth, { intervalMs: freshMs })

  return (
    <>
      <ManagerPageHeader title={t('Welcome, {user}', { user: user.name })} />
      <Loaded resource={health}>
        {(managers) => (
          <>
            <div className="home">
              {managers.map((manager) => (
                <ManagerCard key={manager.name} manager={manager} changed={health.reload} />
              ))}
            </div>
            <Introduction managers={managers}>
              {managers.some(({ queues }) => queues !== undefined) && (
                <Attention managers={managers} changed={health.reload} />
              )}
            </Introduction>
          </>
        )}
      </Loaded>
    </>
  )
}

/** An installation with more queues needs no first steps. */
const maxFewQueues = 3

/** Renders its children, after the first steps while the installation is small. */
function Introduction({ managers, children }: { managers: readonly ManagerHealth[]; children: ReactNode }) {
  const isSmall = managers.length < 2 && managers.every(({ queues = maxFewQueues + 1 }) => queues <= maxFewQueues)
  if (!isSmall) return children
  return (
    <Suspense>
      <FirstSteps manager={managers[0]}>{children}</FirstSteps>
    </Suspense>
  )
}

function Attention({ managers, changed }: { managers: readonly ManagerHealth[]; changed(): void }) {
  const showsManager = managers.length > 1
  const filling = listQueues(managers, 'filling', ({ name, depth, maxDepth, minutesToFull = 0 }, manager) => (
    <span className="home__note">
      <DepthBar depth={depth} most={maxDepth} />
      <span>{describeTimeToFull(minutesToFull)}</span>
      <Button as="a" size="sm" kind="tertiary" href={buildObjectLink(manager, 'queues', name, 'messages')}>
        {t('Show messages')}
      </Button>
    </span>
  ))
  const deepest = listQueues(managers, 'deepest', ({ depth, maxDepth }) => <DepthBar depth={depth} most={maxDepth} />)
  const oldest = listQueues(managers, 'oldest', ({ age = 0 }) => <span className="list__number">{formatAge(age)}</span>)

  const lists = [
    [t('Full soon'), filling, t('No queue fills up.')],
    [t('Channels and listeners'), listNetwork(managers, changed), t('Every channel and listener runs.')],
    [t('Deepest queues'), deepest, t('No queue holds messages.')],
    [t('Oldest messages'), oldest, t('No queue holds messages.')],
  ] as const
  return (
    <div className="columns">
      {lists.map(([title, items, empty]) => (
        <AttentionList key={title} title={title} items={items} empty={empty} showsManager={showsManager} />
      ))}
    </div>
  )
}

/** The order of each list over all queue managers: the most urgent first. */
const urgency: Readonly<Record<'filling' | 'deepest' | 'oldest', (queue: QueueHealth) => number>> = {
  filling: ({ minutesToFull = 0 }) => minutesToFull,
  deepest: ({ depth }) => -depth,
  oldest: ({ age = 0 }) => -age,
}

function listQueues(
  managers: readonly ManagerHealth[],
  list: keyof typeof urgency,
  renderNote: (queue: QueueHealth, manager: string) => AttentionItem['note'],
): readonly AttentionItem[] {
  return managers
    .flatMap((manager) => (manager[list] ?? []).map((queue) => ({ manager: manager.name, queue })))
    .sort((a, b) => urgency[list](a.queue) - urgency[list](b.queue))
    .slice(0, maxItems)
    .map(({ manager, queue }) => ({
      key: `${manager}/${queue.name}`,
      name: queue.name,
      manager,
      to: buildObjectLink(manager, 'queues', queue.name, list === 'filling' ? 'statistics' : 'messages'),
      note: renderNote(queue, manager),
    }))
}

function listNetwork(managers: readonly ManagerHealth[], changed: () => void): readonly AttentionItem[] {
  return managers
    .flatMap(({ name: manager, troubledChannels = [], stoppedListeners = [] }) => {
      const item = (section: ManagerSection, name: string, channel?: TroubledChannel) => ({
        key: `${manager}/${section}/${name}/${channel?.connectionName}`,
        name,
        manager,
        to: buildObjectLink(manager, section, name),
        note: (
          <Suspense>
            <TroubledNetworkNote manager={manager} name={name} channel={channel} changed={changed} />
          </Suspense>
        ),
      })
      return [
        ...stoppedListeners.map((name) => item('listeners', name)),
        ...troubledChannels.map((channel) => {
          const isOfApps = channel.type === 'SVRCONN' || channel.type === 'AMQP'
          return item(isOfApps ? 'app-channels' : 'channels', channel.name, channel)
        }),
      ]
    })
    .slice(0, maxItems)
}

interface AttentionItem {
  key: string
  name: string
  to: string
  /** The queue manager; shown when there are several. */
  manager: string
  note: ReactNode
}

interface AttentionListProps {
  title: string
  items: readonly AttentionItem[]
  /** The text of an empty list. */
  empty: string
  showsManager: boolean
}

/** A list of the home page: queues or channels of all queue managers, each with a link to its page. */
function AttentionList({ title, items, empty, showsManager }: AttentionListProps) {
  return (
    <Group title={title} className="panel">
      {items.length === 0 && <p className="home__none">{empty}</p>}
      <ul>
        {items.map(({ key, name, to, manager, note }) => (
          <li key={key} className="panel__row">
            <span>
              <a className="cds--link list__name" href={to}>
                {name}
              </a>
              {showsManager && <span className="list__note">{manager}</span>}
            </span>
            {note}
          </li>
        ))}
      </ul>
    </Group>
  )
}
