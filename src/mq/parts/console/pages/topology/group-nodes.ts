/** Shortens a column of a topology: what has trouble, ways or messages stays, and the rest is grouped by prefix. Pure. */
import { replaceHashQuery } from '../../../../../shared/ui/routing/hash-query.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { TopologyNode } from './build-topology.ts'

/** The most single nodes and the most groups of a column. */
const maxNodes = 24
const maxGroups = 12

/** The nodes of a column, and the id of the group of each node that is not shown alone. */
type GroupedNodes = { nodes: readonly TopologyNode[]; groupOf: ReadonlyMap<string, string> }

/** Groups the nodes of a column when there are many. `hasWays` returns whether a way begins or ends at a node. */
export function groupNodes(members: readonly TopologyNode[], hasWays: (id: string) => boolean): GroupedNodes {
  if (members.length <= maxNodes) return { nodes: members, groupOf: new Map() }
  const rank = ({ id, trouble, weight }: TopologyNode) =>
    trouble !== undefined ? 3 : hasWays(id) ? 2 : weight > 0 ? 1 : 0
  const busy = members.filter((node) => rank(node) > 0)
  const shown = new Set(busy.toSorted((a, b) => rank(b) - rank(a) || b.weight - a.weight).slice(0, maxNodes))
  const rest = members.filter((node) => !shown.has(node))
  const largest = [...Map.groupBy(rest, prefixOf)].sort(([, a], [, b]) => b.length - a.length)
  const [first, others] = splitAfter(largest, maxGroups)
  const left = others.flatMap(([, nodes]) => nodes)
  const groups = first.map(([prefix, nodes]) => [buildGroup(prefix, nodes), nodes] as const)
  if (left.length > 0) groups.push([buildGroup('', left), left])
  return {
    nodes: [...shown, ...groups.map(([group]) => group)],
    groupOf: new Map(groups.flatMap(([group, nodes]) => nodes.map(({ id }) => [id, group.id]))),
  }
}

function splitAfter<T>(items: readonly T[], count: number): [readonly T[], readonly T[]] {
  return items.length <= count + 1 ? [items, []] : [items.slice(0, count), items.slice(count)]
}

/** Returns the kind of a node, and its name up to the first dot or digit. */
function prefixOf({ to, name }: TopologyNode): string {
  return `${to.slice(0, to.lastIndexOf('/'))} ${/^[^./\d]*/.exec(name)?.[0]}`
}

/** Returns the node of a group, which leads to the list of its objects. An empty prefix is for all that is left. */
function buildGroup(prefix: string, nodes: readonly TopologyNode[]): TopologyNode {
  const [one] = nodes as [TopologyNode]
  const list = one.to.slice(0, one.to.lastIndexOf('/'))
  const pattern = prefix === '' ? '' : `${prefix.slice(list.length + 1)}*`
  const stopped = nodes.filter(({ trouble }) => trouble !== undefined).length
  const weight = nodes.reduce((sum, node) => sum + node.weight, 0)
  return {
    ...one,
    id: `${list} ${pattern || 'others'}`,
    name: pattern || t('Others'),
    note: t('{count, plural, one {# object} other {# objects}}', { count: nodes.length }),
    trouble: stopped > 0 ? t('{count, plural, one {# stands} other {# stand}} still', { count: stopped }) : undefined,
    fill: 0,
    weight,
    to: replaceHashQuery(list, { search: pattern }),
  }
}
