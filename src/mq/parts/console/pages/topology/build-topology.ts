/** Builds the picture of queue managers: their objects in columns, and the ways of messages between them. Pure. */
import { formatShortNumber } from '../../../../../shared/ui/charts/axis-scale.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ObjectAttributes } from '../../kit/api/mqsc.ts'
import { buildManagerLink, buildObjectLink } from '../../kit/routing/page-route.ts'
import { channelStateWords, findChannelStatusText } from '../screens/channel-texts.ts'
import { isSystemObject } from '../screens/object-screen.ts'

/** The columns from left to right, as messages flow. */
export const topologyColumns = {
  sources: t('Topics and channels in'),
  subscriptions: t('Subscriptions'),
  queues: t('Queues'),
  senders: t('Channels out'),
  managers: t('Queue managers'),
}
type Column = keyof typeof topologyColumns

export interface TopologyNode {
  id: string
  column: Column
  name: string
  /** What the node does now, such as its depth or its rate. */
  note: string
  /** Why nothing goes on here; undefined when it does. */
  trouble: string | undefined
  /** How full a queue is, from 0 to 1. */
  fill: number
  /** The number of messages of a queue, or of sessions of a channel. */
  weight: number
  /** The link to the page of the object. */
  to: string
}

/** A way of messages between two nodes. */
export type TopologyEdge = readonly [from: string, to: string]

/** What the picture shows of a queue manager. */
export interface TopologyGroup {
  manager: string
  /** Why nothing of the queue manager is shown; undefined when its objects are. */
  problem: string | undefined
  nodes: readonly TopologyNode[]
}

/** The ways may lead from a group to another. */
export type Topology = { groups: readonly TopologyGroup[]; edges: readonly TopologyEdge[] }

/** The objects of a queue manager by MQSC keyword in lower case, and the messages per second of channels and queues. */
export interface TopologyObjects {
  manager: string
  problem?: string
  queues: readonly ObjectAttributes[]
  topics: readonly ObjectAttributes[]
  subscriptions: readonly ObjectAttributes[]
  channels: readonly ObjectAttributes[]
  statuses: readonly ObjectAttributes[]
  rates: ReadonlyMap<string, number>
  queueRates: ReadonlyMap<string, { puts: number; gets: number }>
  /** The name of the dead-letter queue, and of the queues whose messages nobody takes. */
  deadLetterQueue?: string | undefined
  unread?: ReadonlySet<string>
}

export function buildTopology(all: readonly TopologyObjects[]): Topology {
  const described = all.map((objects) => ({ objects, parts: describeObjects(objects, all) }))
  const groups = described.map(({ objects: { manager, problem }, parts }) => ({
    manager,
    problem,
    nodes: [...new Map(parts.map(({ node }) => [node.id, node])).values()],
  }))
  const known = new Set(groups.flatMap(({ nodes }) => nodes.map(({ id }) => id)))
  const ways = described.flatMap(({ parts }) => parts.flatMap((part) => part.ways))
  return { groups, edges: ways.filter(([from, to]) => known.has(from) && known.has(to)) }
}

function describeObjects(objects: TopologyObjects, all: readonly TopologyObjects[]): readonly Part[] {
  const isDead = ({ queue, curdepth }: ObjectAttributes) => queue === objects.deadLetterQueue && Number(curdepth) > 0
  const queues = objects.queues.filter((each) => (isListed(each.queue) || isDead(each)) && each.type !== 'QMODEL')
  const running = new Set(objects.statuses.filter(({ status }) => status === 'RUNNING').map(({ channel }) => channel))
  const served = objects.channels.filter(({ channel = '' }) => running.has(channel)).map(({ xmitq }) => textOf(xmitq))
  return [
    ...describeChannels(objects, all),
    ...queues.map((each) => describeQueue(objects, each, new Set(served))),
    ...objects.topics.filter(({ topic }) => isListed(topic)).map((each) => describeTopic(objects.manager, each)),
    ...objects.subscriptions.filter(({ sub }) => isListed(sub)).map((each) => describeSubscription(objects, each)),
  ]
}

/** A node with the ways that its object knows of. */
type Part = { node: TopologyNode; ways: readonly TopologyEdge[] }

function buildNode(
  manager: string,
  node: Omit<TopologyNode, 'id' | 'fill' | 'trouble' | 'weight'> & Partial<TopologyNode>,
): TopologyNode {
  return { trouble: undefined, fill: 0, weight: 0, ...node, id: node.id ?? idOf(manager, node.column, node.name) }
}

function textOf(value: unknown): string {
  return String(value ?? '')
}

function isListed(name: unknown): boolean {
  return !isSystemObject(textOf(name))
}

function describeChannels(objects: TopologyObjects, all: readonly TopologyObjects[]): readonly Part[] {
  const { manager, channels, statuses, rates } = objects
  const statusOf = Map.groupBy(statuses, ({ channel }) => textOf(channel))
  const described = channels.filter((each) => isListed(each.channel) && each.chltype !== 'CLNTCONN')
  return described.flatMap(({ channel, chltype, xmitq }) => {
    const name = textOf(channel)
    const sessions = statusOf.get(name) ?? []
    const status = textOf(sessions[0]?.status)
    const isClient = chltype === 'SVRCONN' || chltype === 'AMQP'
    const isSender = sendingTypes.has(textOf(chltype))
    const rate = `${formatShortNumber(rates.get(name) ?? 0)}/s`
    const node = buildNode(manager, {
      column: isSender ? 'senders' : 'sources',
      name,
      note: isClient
        ? t('{count, plural, one {# connection} other {# connections}}', { count: sessions.length })
        : [findChannelStatusText(status), status === 'RUNNING' && rate].filter(Boolean).join(' · '),
      trouble: channelStateWords[status]?.[1] === 'red' ? findChannelStatusText(status) : undefined,
      weight: sessions.length,
      to: buildObjectLink(manager, isClient ? 'app-channels' : 'channels', name),
    })
    const partner = textOf(sessions[0]?.rqmname || xmitq)
    if (!isSender) return [{ node, ways: [] }]
    const way: TopologyEdge = [idOf(manager, 'queues', textOf(xmitq)), node.id]
    const receiver = findReceiver(name, partner, manager, all)
    if (receiver !== undefined) return [{ node, ways: [way, [node.id, idOf(receiver, 'sources', name)]] }]
    if (partner === '') return [{ node, ways: [way] }]
    const to = buildManagerLink(partner, 'topology')
    const other = buildNode(manager, { column: 'managers', name: partner, note: '', to })
    return [
      { node, ways: [way, [node.id, other.id]] },
      { node: other, ways: [] },
    ]
  })
}

/** Returns the queue manager that receives on a channel: the partner, or else one that has a receiver of this name. */
function findReceiver(channel: string, partner: string, sender: string, all: readonly TopologyObjects[]) {
  const receivers = all.filter(
    ({ manager, channels }) =>
      manager !== sender &&
      channels.some((each) => each.channel === channel && receivingTypes.has(textOf(each.chltype))),
  )
  return (receivers.find(({ manager }) => manager === partner) ?? receivers[0])?.manager
}

function idOf(manager: string, column: Column | 'topics', name: string): string {
  return `${manager}/${column}/${name}`
}

const sendingTypes = new Set(['SDR', 'SVR', 'CLUSSDR'])
const receivingTypes = new Set(['RCVR', 'RQSTR', 'CLUSRCVR'])

/** `served` has the transmission queues whose channel runs. */
function describeQueue(objects: TopologyObjects, attributes: ObjectAttributes, served: ReadonlySet<string>): Part {
  const { manager, queueRates } = objects
  const { queue, type, curdepth, maxdepth, usage, get, put, rname, rqmname, target, xmitq } = attributes
  const name = textOf(queue)
  const depth = Number(curdepth ?? 0)
  const max = Number(maxdepth ?? 0)
  const notes: Readonly<Record<string, string>> = {
    QALIAS: t('alias of {target}', { target: textOf(target) }),
    QREMOTE: `${textOf(rname)} @ ${textOf(rqmname)}`,
  }
  const trouble =
    (max > 0 && depth >= max && t('full')) ||
    (put === 'DISABLED' && t('put inhibited')) ||
    (depth > 0 && get === 'DISABLED' && t('get inhibited')) ||
    (depth > 0 && usage === 'XMITQ' && !served.has(name) && t('its channel does not run')) ||
    (depth > 0 && name === objects.deadLetterQueue && t('dead letters')) ||
    (depth > 0 && objects.unread?.has(name) && t('nobody reads it'))
  const rates = queueRates.get(name)
  const node = buildNode(manager, {
    column: 'queues',
    name,
    note: notes[textOf(type)] ?? describeTraffic(depth, rates),
    trouble: trouble || undefined,
    fill: max > 0 ? Math.min(1, depth / max) : 0,
    weight: depth + (rates ? 1 : 0),
    to: buildObjectLink(manager, 'queues', name),
  })
  return {
    node,
    ways: [[node.id, idOf(manager, 'queues', textOf(target || xmitq || (type === 'QREMOTE' && rqmname)))]],
  }
}

function describeTraffic(depth: number, rates: { puts: number; gets: number } | undefined): string {
  if (!rates) return t('{count, plural, one {# message} other {# messages}}', { count: depth })
  const [puts, gets] = [formatShortNumber(rates.puts), formatShortNumber(rates.gets)]
  return t('{depth} · in {puts}/s · out {gets}/s', { depth: formatShortNumber(depth), puts, gets })
}

function describeTopic(manager: string, { topic, topicstr }: ObjectAttributes): Part {
  const name = textOf(topic)
  const [id, to] = [idOf(manager, 'topics', name), buildObjectLink(manager, 'topics', name)]
  return { node: buildNode(manager, { id, column: 'sources', name, note: textOf(topicstr), to }), ways: [] }
}

function describeSubscription({ manager, topics }: TopologyObjects, attributes: ObjectAttributes): Part {
  const { sub, topicstr, topicobj, dest } = attributes
  const name = textOf(sub)
  const to = buildObjectLink(manager, 'subscriptions', name)
  const node = buildNode(manager, { column: 'subscriptions', name, note: textOf(topicstr), to })
  const topic = textOf(topicobj) || findTopic(topics, textOf(topicstr))
  return {
    node,
    ways: [
      [idOf(manager, 'topics', topic), node.id],
      [node.id, idOf(manager, 'queues', textOf(dest))],
    ],
  }
}

/** Returns the topic with the longest string that the topic string of a subscription begins with; empty without one. */
function findTopic(topics: readonly ObjectAttributes[], topicString: string): string {
  const above = topics.filter(({ topicstr }) => topicString === topicstr || topicString.startsWith(`${topicstr}/`))
  const [nearest] = above.sort((a, b) => textOf(b.topicstr).length - textOf(a.topicstr).length)
  return textOf(nearest?.topic)
}
