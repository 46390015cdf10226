/** The home page: the health of every queue manager, and what needs attention, with links to each place. */
import { Button } from '@carbon/react'
import '../styles/home.scss'
import { type ReactNode, useId } from 'react'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { buildHashLink } from '../../../ui/routing/hash-path.ts'
import { loadHealth, type ManagerHealth, type QueueHealth } from '../api/managers.ts'
import { buildObjectLink } from '../routing/page-route.ts'
import { useSession } from '../session/session.tsx'
import { ManagerPageHeader } from '../shell/manager-page-header.tsx'
import { DepthBar } from '../table/depth-bar.tsx'
import { channelTroubles, formatAge, inDoubtTrouble, homeTexts as texts } from '../wording/home-texts.ts'
import { ManagerCard } from './manager-card.tsx'

const freshMs = 10_000
/** The number of items in a list; each leads to a page with all of them. */
const maxItems = 8

export default function HomePage() {
  const { user, rights } = useSession()
  const { value, problem, reload } = useResource('health', loadHealth, { intervalMs: freshMs })

  return (
    <>
      <ManagerPageHeader title={texts.welcome(user.name)} />
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!value && !problem && <LoadingIndicator />}
      {value?.length === 0 && (
        <div className="home__none">
          <p>{texts.noManagers}</p>
          {rights.manage && (
            <Button as="a" href={buildHashLink('qmgr')}>
              {texts.createManager}
            </Button>
          )}
        </div>
      )}
      {value && (
        <div className="home">
          {value.map((manager) => (
            <ManagerCard key={manager.name} manager={manager} />
          ))}
        </div>
      )}
      {value?.some(({ queues }) => queues !== undefined) && <Attention managers={value} />}
    </>
  )
}

function Attention({ managers }: { managers: readonly ManagerHealth[] }) {
  const showsManager = managers.length > 1
  const filling = listQueues(managers, 'filling', ({ depth, maxDepth, minutesToFull = 0 }) => (
    <span className="home__note">
      <DepthBar depth={depth} most={maxDepth} />
      <span>{minutesToFull === 0 ? texts.full : texts.fullIn(minutesToFull)}</span>
    </span>
  ))
  const deepest = listQueues(managers, 'deepest', ({ depth, maxDepth }) => <DepthBar depth={depth} most={maxDepth} />)
  const oldest = listQueues(managers, 'oldest', ({ age = 0 }) => <span className="list__number">{formatAge(age)}</span>)

  return (
    <div className="columns">
      <AttentionList title={texts.filling} items={filling} empty={texts.noneFilling} showsManager={showsManager} />
      <AttentionList
        title={texts.channels}
        items={listChannels(managers)}
        empty={texts.noneTroubled}
        showsManager={showsManager}
      />
      <AttentionList title={texts.deepest} items={deepest} empty={texts.noneHeld} showsManager={showsManager} />
      <AttentionList title={texts.oldest} items={oldest} empty={texts.noneHeld} showsManager={showsManager} />
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
  renderNote: (queue: QueueHealth) => AttentionItem['note'],
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
      note: renderNote(queue),
    }))
}

function listChannels(managers: readonly ManagerHealth[]): readonly AttentionItem[] {
  return managers
    .flatMap(({ name: manager, troubledChannels = [] }) =>
      troubledChannels.map((channel) => {
        const { name, status, type, connectionName, isInDoubt, error } = channel
        const section = type === 'SVRCONN' || type === 'AMQP' ? 'app-channels' : 'channels'
        const trouble = isInDoubt ? inDoubtTrouble : channelTroubles[status]
        return {
          key: `${manager}/${name}/${connectionName}`,
          name,
          manager,
          to: buildObjectLink(manager, section, name),
          note: <span className="home__reason">{[trouble ?? status, error].filter(Boolean).join(' ')}</span>,
        }
      }),
    )
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
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 className="group__title" id={id}>
        {title}
      </h2>
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
    </section>
  )
}
