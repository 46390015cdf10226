/** The picture of a queue manager: channels, topics, subscriptions and queues with what they do now, and the ways between them. */
import '../styles/work.scss'
import '../styles/topology.scss'
import { Search } from '@carbon/react'
import { Renew, TreeView } from '@carbon/react/icons'
import { memo, useDeferredValue, useMemo, useRef, useState } from 'react'
import { ToolbarButton } from '../../../ui/feedback/action-button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { ScrollRegion } from '../../../ui/table/data-table.tsx'
import { t } from '../../../ui/text/t.ts'
import type { ObjectAttributes } from '../api/mqsc.ts'
import { loadObjectList } from '../api/object-lists.ts'
import { sectionTitles } from '../routing/page-route.ts'
import { ManagerPageHeader } from '../shell/manager-page-header.tsx'
import { type Arrangement, arrangeTopology, headHeight, nodeSize, type PlacedNode } from './arrange-topology.ts'
import { buildTopology, type Topology, type TopologyObjects } from './build-topology.ts'

const freshMs = 5_000

export default function TopologyPage({ manager }: { manager: string }) {
  const topology = useTopology(manager)
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  return (
    <>
      <ManagerPageHeader manager={manager} title={sectionTitles.topology} />
      <Loaded resource={topology}>
        {(value) =>
          value.nodes.length === 0 ? (
            <EmptyState
              icon={TreeView}
              title={t('There is nothing to draw yet')}
              text={t('Queues, topics, subscriptions and channels appear here with the ways of messages between them.')}
            />
          ) : (
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
                <ToolbarButton label={t('Refresh')} icon={Renew} onClick={topology.reload} />
                <p className="topology__state" role="status">
                  {describeState(value)}
                </p>
              </div>
              <Picture topology={value} search={wanted} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function describeState({ nodes }: Topology): string {
  const stopped = nodes.filter(({ trouble }) => trouble !== undefined)
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

const Picture = memo(function Picture({ topology, search }: { topology: Topology; search: string }) {
  const { columns, nodes, edges, width, height }: Arrangement = useMemo(
    () => arrangeTopology(topology, search),
    [topology, search],
  )
  return (
    <ScrollRegion label={t('Picture of the queue manager')}>
      {/* biome-ignore lint/a11y/useSemanticElements: a picture is no set of form fields */}
      <svg className="topology" width={width} height={height} role="group" aria-label={sectionTitles.topology}>
        {columns.map(({ title, x }) => (
          <text key={title} className="topology__column" x={x} y={headHeight - 16}>
            {title}
          </text>
        ))}
        {edges.map(({ path, key, isBlocked }) => (
          <path key={key} className={isBlocked ? 'topology__way topology__way--blocked' : 'topology__way'} d={path} />
        ))}
        {nodes.map(({ id, x, y, name, note, trouble, fill, to }) => (
          <Node key={id} x={x} y={y} name={name} note={note} trouble={trouble} fill={fill} to={to} />
        ))}
      </svg>
    </ScrollRegion>
  )
})

/** The number of characters that fit into a node. */
const maxCharacters = 22

/** Draws only when one of its values has changed, so that a load redraws few of many nodes. */
const Node = memo(function Node({ x, y, name, note, trouble, fill, to }: Omit<PlacedNode, 'id' | 'column'>) {
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
        {shorten(name)}
      </text>
      <text className="topology__note" x={x + 12} y={y + 34}>
        {shorten(state)}
      </text>
    </a>
  )
})

function shorten(text: string): string {
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text
}

/** The attributes of each kind of objects that the picture shows. */
const kinds = {
  queues: ['queue', 'type,curdepth,maxdepth,usage,get,put,rname,rqmname,xmitq,target'],
  topics: ['topic', 'topicstr'],
  subscriptions: ['sub', 'topicstr,topicobj,dest'],
  channels: ['channel', 'chltype,xmitq'],
  statuses: ['chstatus', 'status,msgs,rqmname'],
} as const

function useTopology(manager: string) {
  const counts = useRef<{ at: number; messages: ReadonlyMap<string, number> }>(undefined)
  return useResource(
    `${manager}/topology`,
    async (signal) => {
      const load = async ([qualifier, attributes]: (typeof kinds)[keyof typeof kinds]) =>
        (await loadObjectList({ manager, qualifier, attributes: attributes.split(',') }, signal)).items
      const [queues, topics, subscriptions, channels, statuses] = await Promise.all([
        load(kinds.queues),
        load(kinds.topics),
        load(kinds.subscriptions),
        load(kinds.channels),
        load(kinds.statuses),
      ])
      const now = { at: performance.now(), messages: countMessages(statuses) }
      const rates = findRates(now, counts.current)
      counts.current = now
      return buildTopology(manager, { queues, topics, subscriptions, channels, statuses, rates })
    },
    { intervalMs: freshMs },
  )
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
