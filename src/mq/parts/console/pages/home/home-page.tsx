/** The home page: the health of every queue manager, what needs attention with its remedy, and the first steps of a new installation. */
import { NameLink } from '../../../../../shared/ui/table/name-link.tsx'
import '../styles/home.scss'
import { Button, Link } from '@carbon/react'
import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '../../../../../shared/ui/feedback/error-boundary.tsx'
import { Loaded } from '../../../../../shared/ui/feedback/loaded.tsx'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { Group } from '../../../../../shared/ui/shell/group.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ManagerHealth, QueueHealth, TroubledChannel } from '../../contract/managers.ts'
import { listQueues, type QueueList } from '../../kit/api/list-queues.ts'
import { loadHealth } from '../../kit/api/managers.ts'
import { buildManagerLink, buildObjectLink, type ManagerSection } from '../../kit/routing/page-route.ts'
import { useSession } from '../../kit/session/session.tsx'
import { ManagerPageHeader } from '../../kit/shell/manager-page-header.tsx'
import { describeTimeToFull, formatAge } from '../../kit/table/age-texts.ts'
import { DepthBar } from '../../kit/table/depth-bar.tsx'
import { isManagerEnded } from '../managers/manager-state-tag.tsx'
import { FirstSteps } from './first-steps.tsx'
import { ManagerCard } from './manager-card.tsx'

const TroubledNetworkNote = lazyPart(() => import('./troubled-network.tsx'))

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
            <Sentence managers={managers} />
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
  return <FirstSteps manager={managers[0]}>{children}</FirstSteps>
}

/** The number of things that the sentence names. */
const maxNamed = 5

/** What stands still, in one sentence with links; the lists below say more. */
function Sentence({ managers }: { managers: readonly ManagerHealth[] }) {
  const stopped = managers.flatMap(listStopped)
  const links = stopped.slice(0, maxNamed).map(({ name, manager, why, to }) => (
    <Link key={to} href={to}>
      {`${name} (${managers.length > 1 && name !== manager ? `${manager}, ${why}` : why})`}
    </Link>
  ))
  return (
    <p className={stopped.length > 0 ? 'home__sentence health__alarm' : 'home__sentence'} role="status">
      {stopped.length === 0
        ? t('Nothing stands still.')
        : t('{count, plural, one {# thing stands} other {# things stand}} still:', { count: stopped.length })}
      {links}
      {stopped.length > maxNamed && t('and {rest} more', { rest: stopped.length - maxNamed })}
    </p>
  )
}

/** Returns what of a queue manager stands still, the queues first. */
function listStopped(manager: ManagerHealth): readonly { name: string; manager: string; why: string; to: string }[] {
  const { name, unread = [], filling = [], deadLetter, troubledChannels = [], stoppedListeners = [] } = manager
  const item = (section: ManagerSection, object: string, why: string) => ({
    name: object,
    manager: name,
    why,
    to: buildObjectLink(name, section, object),
  })
  return [
    ...(isManagerEnded(manager) ? [{ name, manager: name, why: t('does not run'), to: buildManagerLink(name) }] : []),
    ...(deadLetter && deadLetter.depth > 0 ? [item('queues', deadLetter.name, t('dead letters'))] : []),
    ...unread.map((queue) => item('queues', queue.name, t('nobody reads it'))),
    ...filling.flatMap((queue) => (queue.minutesToFull === 0 ? [item('queues', queue.name, t('full'))] : [])),
    ...troubledChannels.map((channel) => item(findSection(channel), channel.name, t('does not run'))),
    ...stoppedListeners.map((listener) => item('listeners', listener, t('does not run'))),
  ]
}

function Attention({ managers, changed }: { managers: readonly ManagerHealth[]; changed(): void }) {
  const filling = listItems(managers, 'filling', ({ name, depth, maxDepth, minutesToFull = 0 }, manager) => (
    <span className="home__note">
      <DepthBar depth={depth} most={maxDepth} />
      <span>{describeTimeToFull(minutesToFull)}</span>
      <Button as="a" size="sm" kind="tertiary" href={buildObjectLink(manager, 'queues', name, 'messages')}>
        {t('Show messages')}
      </Button>
    </span>
  ))
  const deepest = listItems(managers, 'deepest', ({ depth, maxDepth }) => <DepthBar depth={depth} most={maxDepth} />)
  const oldest = listItems(managers, 'oldest', ({ age = 0 }) => <span className="list__number">{formatAge(age)}</span>)

  const unread = listItems(managers, 'unread', ({ depth, age = 0 }) => (
    <span className="health__alarm">
      {t('{count, plural, one {# message waits} other {# messages wait}} for {age}', {
        count: depth,
        age: formatAge(age),
      })}
    </span>
  ))
  const lists = [
    ...(unread.length > 0 ? [[t('Nobody reads it'), unread, ''] as const] : []),
    [t('Full soon'), filling, t('No queue fills up.')],
    [t('Channels and listeners'), listNetwork(managers, changed), t('Every channel and listener runs.')],
    [t('Deepest queues'), deepest, t('No queue holds messages.')],
    [t('Oldest messages'), oldest, t('No queue holds messages.')],
  ] as const
  return (
    <div className="columns">
      {lists.map(([title, items, empty]) => (
        <Group key={title} title={title} className="panel">
          {items.length === 0 && <p className="quiet">{empty}</p>}
          <ul>
            {items.map(({ key, name, to, manager, note }) => (
              <li key={key} className="panel__row">
                <span>
                  <NameLink to={to}>{name}</NameLink>
                  {managers.length > 1 && <span className="list__note">{manager}</span>}
                </span>
                {note}
              </li>
            ))}
          </ul>
        </Group>
      ))}
    </div>
  )
}

function listItems(
  managers: readonly ManagerHealth[],
  list: QueueList,
  renderNote: (queue: QueueHealth, manager: string) => AttentionItem['note'],
): readonly AttentionItem[] {
  return listQueues(managers, list)
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
        ...troubledChannels.map((channel) => item(findSection(channel), channel.name, channel)),
      ]
    })
    .slice(0, maxItems)
}

function findSection({ type }: TroubledChannel): ManagerSection {
  return type === 'SVRCONN' || type === 'AMQP' ? 'app-channels' : 'channels'
}

interface AttentionItem {
  key: string
  name: string
  to: string
  /** The queue manager; shown when there are several. */
  manager: string
  note: ReactNode
}
