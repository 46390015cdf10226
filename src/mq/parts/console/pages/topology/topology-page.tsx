/** The picture of one queue manager or of all: channels, topics, subscriptions and queues with what they do now, and the ways between them. */
import '../styles/topology.scss'
import { Checkbox, Search } from '@carbon/react'
import { Renew, TreeView } from '@carbon/react/icons'
import { memo, useMemo, useRef, useState } from 'react'
import { ToolbarButton } from '../../../../../shared/ui/feedback/action-button.tsx'
import { EmptyState } from '../../../../../shared/ui/feedback/empty-state.tsx'
import { Loaded } from '../../../../../shared/ui/feedback/loaded.tsx'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { useLocalPreference } from '../../../../../shared/ui/preferences/local-preferences.ts'
import { ScrollRegion } from '../../../../../shared/ui/table/list-table.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ManagerFacts } from '../../contract/managers.ts'
import { request } from '../../kit/api/client.ts'
import { listManagers, loadManagerHealth } from '../../kit/api/managers.ts'
import type { ObjectAttributes } from '../../kit/api/mqsc.ts'
import { loadObjectList } from '../../kit/api/object-lists.ts'
import { buildManagerLink, sectionTitles } from '../../kit/routing/page-route.ts'
import { ManagerPageHeader } from '../../kit/shell/manager-page-header.tsx'
import { isManagerReachable } from '../managers/manager-state-tag.tsx'
import { type Arrangement, arrangeTopology, headHeight, nodeSize, type PlacedNode } from './arrange-topology.ts'
import { buildTopology, type Topology, type TopologyObjects } from './build-topology.ts'

export default function TopologyPage({ manager }: { manager: string }) {
  const [isOfAll, setOfAll] = useLocalPreference('topology-of-all', false)
  const { topology, managerCount } = useTopology(manager, isOfAll)
  const [search, setSearch] = useState('')
  return (
    <>
      <ManagerPageHeader manager={manager} title={sectionTitles.topology} />
      <Loaded resource={topology}>
        {(value) => (
          <>
            <div className="topology__tools">
              <Search
                size="lg"
                labelText={t('Search objects')}
                placeholder={t('Name of an object: what is connected to it stays')}
                closeButtonLabelText={t('Clear search input')}
                value={search}
                onChange={({ target }) => setSearch(target.value)}
              />
              {managerCount > 1 && (
                <Checkbox
                  id="topology-of-all"
                  labelText={t('All queue managers')}
                  checked={isOfAll}
                  onChange={(_, { checked }) => setOfAll(checked)}
                />
              )}
              <ToolbarButton label={t('Refresh')} icon={Renew} onClick={topology.reload} />
              <p className="topology__state" role="status">
                {describeState(value)}
              </p>
            </div>
            {value.groups.every(({ nodes }) => nodes.length === 0) ? (
              <EmptyState
                icon={TreeView}
                title={t('There is nothing to draw yet')}
                text={t(
                  'Queues, topics, subscriptions and channels appear here with the ways of messages between them.',
                )}
              />
            ) : (
              <Picture topology={value} search={search} />
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

function describeState({ groups }: Topology): string {
  const stopped = groups.flatMap(({ nodes }) => nodes).filter(({ trouble }) => trouble !== undefined)
  return stopped.length === 0
    ? t('Nothing stands still.')
    : t('{count, plural, one {# object stands still} other {# objects stand still}}: {names}', {
        count: stopped.length,
        names: stopped
          .slice(0, 3)
          .map(({ name, trouble }) => `${name} (${trouble})`)
          .join(', '),
      })
}

/** How far a picture shrinks to fit; a wider one scrolls. */
const leastScale = 0.8

const Picture = memo(function Picture({ topology, search }: { topology: Topology; search: string }) {
  const arrangement: Arrangement = useMemo(() => arrangeTopology(topology, search), [topology, search])
  const { groups, columns, nodes, edges, left, width, height } = arrangement
  return (
    <ScrollRegion label={t('Picture of the queue manager')}>
      {/* biome-ignore lint/a11y/useSemanticElements: a picture is no set of form fields */}
      <svg
        className="topology"
        viewBox={`${-left} 0 ${width} ${height}`}
        width={width}
        style={{ maxInlineSize: `max(100%, ${width * leastScale}px)` }}
        role="group"
        aria-label={sectionTitles.topology}
      >
        <marker id="topology-arrow" viewBox="0 0 8 8" refX={8} refY={4} markerWidth={6} markerHeight={6}>
          <path className="topology__arrow" d="M0 0L8 4L0 8Z" />
        </marker>
        {groups.map((group) => (
          <Frame key={group.manager} {...group} width={width - 2 * left} />
        ))}
        {columns.map(({ title, x, y }) => (
          <text key={`${x} ${y}`} className="topology__column" x={x} y={y + headHeight - 16}>
            {title}
          </text>
        ))}
        {edges.map(({ path, key, isBlocked, isInside }) => {
          const between = isInside ? '' : ' topology__way--between'
          return (
            <path
              key={key}
              className={`topology__way${between}${isBlocked ? ' topology__way--blocked' : ''}`}
              d={path}
            />
          )
        })}
        {nodes.map(({ id, x, y, name, note, trouble, fill, to }) => (
          <Node key={id} x={x} y={y} name={name} note={note} trouble={trouble} fill={fill} to={to} />
        ))}
      </svg>
    </ScrollRegion>
  )
})

type FrameProps = Omit<Arrangement['groups'][number], 'columns'> & { width: number }

function Frame({ manager, problem, y, height, width }: FrameProps) {
  return (
    <g>
      <rect className="topology__frame" x={0} y={y} width={width} height={height} />
      <a className="topology__node" href={buildManagerLink(manager)}>
        <text className="topology__title" x={16} y={y + 28}>
          {manager}
        </text>
      </a>
      {problem && (
        <text className="topology__problem" x={16} y={y + 48}>
          {problem}
        </text>
      )}
    </g>
  )
}

/** The numbers of characters that fit into a node, of its name and of the smaller text below. */
const maxName = 22
const maxNote = 28

/** Draws only when one of its values has changed, so that a load redraws few of many nodes. */
const Node = memo(function Node({ x, y, name, note, trouble, fill, to }: Omit<PlacedNode, 'id' | 'column' | 'weight'>) {
  const { width, height } = nodeSize
  const state = [trouble, note !== trouble && note].filter(Boolean).join(' · ')
  return (
    <a className={trouble ? 'topology__node topology__node--stopped' : 'topology__node'} href={to}>
      <title>{[name, state].filter(Boolean).join(': ')}</title>
      <rect className="topology__box" x={x} y={y} width={width} height={height} />
      {fill > 0 && (
        <rect className="topology__fill" x={x} y={y + height - 3} width={Math.max(2, width * fill)} height={3} />
      )}
      <text className="topology__name" x={x + 12} y={y + 18}>
        {shorten(name, maxName, 8)}
      </text>
      <text className="topology__note" x={x + 12} y={y + 34}>
        {shorten(state, maxNote)}
      </text>
    </a>
  )
})

/** Keeps the last characters of a long text as well. */
function shorten(text: string, most: number, last = 0): string {
  return text.length > most ? `${text.slice(0, most - 1 - last)}…${text.slice(text.length - last)}` : text
}

/** The attributes of each kind of objects that the picture shows. */
const kinds = {
  queues: ['queue', 'type,curdepth,maxdepth,usage,get,put,rname,rqmname,xmitq,target'],
  topics: ['topic', 'topicstr'],
  subscriptions: ['sub', 'topicstr,topicobj,dest'],
  channels: ['channel', 'chltype,xmitq'],
  statuses: ['chstatus', 'status,msgs,rqmname'],
} as const

function useTopology(manager: string, isOfAll: boolean) {
  const managers = useResource('managers', listManagers)
  const counts = useRef(new Map<string, Counts>())
  const topology = useResource(
    `${manager}/${isOfAll}`,
    async (signal) => {
      const all = isOfAll ? await listManagers(signal) : []
      const others = all.filter(({ name }) => name !== manager)
      const own = await loadTopologyObjects(manager, counts.current, signal)
      const rest = await Promise.all(others.map((each) => loadOther(each, counts.current, signal)))
      return buildTopology([own, ...rest])
    },
    { intervalMs: 5_000 },
  )
  return { topology, managerCount: managers.value?.length ?? 1 }
}

const nothing = {
  queues: [],
  topics: [],
  subscriptions: [],
  channels: [],
  statuses: [],
  rates: new Map(),
  queueRates: new Map(),
}

/** Loads the objects of another queue manager; its group says so when they cannot be loaded. */
async function loadOther(
  other: ManagerFacts,
  counts: Map<string, Counts>,
  signal: AbortSignal,
): Promise<TopologyObjects> {
  const { name: manager } = other
  if (!isManagerReachable(other)) return { ...nothing, manager, problem: t('The queue manager does not run.') }
  try {
    return await loadTopologyObjects(manager, counts, signal)
  } catch (error) {
    signal.throwIfAborted()
    return { ...nothing, manager, problem: (error as Error).message }
  }
}

/** `counts` has the messages that channels had sent at the load before. */
async function loadTopologyObjects(
  qmgr: string,
  counts: Map<string, Counts>,
  signal: AbortSignal,
): Promise<TopologyObjects> {
  const load = async ([qualifier, attributes]: (typeof kinds)[keyof typeof kinds]) =>
    (await loadObjectList({ manager: qmgr, qualifier, attributes: attributes.split(',') }, signal)).items
  const [queues, topics, subscriptions, channels, statuses, traffic, health] = await Promise.all([
    load(kinds.queues),
    load(kinds.topics),
    load(kinds.subscriptions),
    load(kinds.channels),
    load(kinds.statuses),
    request('GET /qmgr/:qmgr/queue-rates', { qmgr }, { signal }),
    loadManagerHealth(qmgr, signal),
  ])
  const { deadLetter, unread = [] } = health
  const now = { at: performance.now(), messages: countMessages(statuses) }
  const rates = findRates(now, counts.get(qmgr))
  counts.set(qmgr, now)
  const queueRates = new Map(traffic.queues.map(({ name, ...each }) => [name, each]))
  const standing = { deadLetterQueue: deadLetter?.name, unread: new Set(unread.map(({ name }) => name)) }
  return { manager: qmgr, queues, topics, subscriptions, channels, statuses, rates, queueRates, ...standing }
}

function countMessages(statuses: readonly ObjectAttributes[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { channel, msgs } of statuses)
    counts.set(String(channel), (counts.get(String(channel)) ?? 0) + Number(msgs ?? 0))
  return counts
}

type Counts = { at: number; messages: ReadonlyMap<string, number> }

/** Returns the messages per second since the load before. A count that became smaller began again with a session. */
function findRates(now: Counts, before: Counts | undefined): TopologyObjects['rates'] {
  if (!before) return new Map()
  const seconds = (now.at - before.at) / 1000
  return new Map(
    [...now.messages].map(([name, count]) => [
      name,
      Math.max(0, count - (before.messages.get(name) ?? count)) / seconds,
    ]),
  )
}
