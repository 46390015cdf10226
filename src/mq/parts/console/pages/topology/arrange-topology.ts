/**
 * Places the nodes of a topology: queue managers below each other, in each one column for each kind, connected nodes first
 * and beside each other. Pure.
 */
import { compareTexts } from '../../../../../shared/ui/text/format.ts'
import { type Topology, type TopologyGroup, type TopologyNode, topologyColumns } from './build-topology.ts'
import { groupNodes } from './group-nodes.ts'

export const nodeSize = { width: 200, height: 44 } as const
const columnGap = 40
const rowGap = 8
export const headHeight = 36
/** The space around the columns of a queue manager, between queue managers, and beside them for the ways between them. */
const padding = 16
const groupGap = 40
const laneWidth = 48
const titleHeight = 44
/** Ways between queue managers run beside each other, so many before they share a lane. */
const lanes = 6
const laneGap = 6

/** A node with its upper left corner, in pixels. */
export type PlacedNode = TopologyNode & { x: number; y: number }

type PlacedColumn = { title: string; x: number; y: number; nodes: readonly PlacedNode[] }

type PlacedGroup = Omit<TopologyGroup, 'nodes'> & { y: number; height: number; columns: readonly PlacedColumn[] }

export interface Arrangement {
  /** The frames of the queue managers; none when there is one only. */
  groups: readonly PlacedGroup[]
  /** The columns that have nodes. */
  columns: readonly PlacedColumn[]
  nodes: readonly PlacedNode[]
  /** Lines between two places; a blocked one ends or begins at a node that stands still. */
  edges: readonly { path: string; key: string; isBlocked: boolean; isInside: boolean }[]
  /** The space left of the frames. */
  left: number
  width: number
  height: number
}

/**
 * Leaves out nodes of which neither themselves nor a neighbour contains the text `search`. Of a column with many nodes,
 * those without trouble, ways and messages are grouped.
 */
export function arrangeTopology({ groups, edges }: Topology, search: string): Arrangement {
  const wanted = search.trim().toUpperCase()
  const all = groups.flatMap(({ nodes }) => nodes)
  const hits = new Set(all.filter(({ name }) => name.toUpperCase().includes(wanted)).map(({ id }) => id))
  const near = new Set([
    ...hits,
    ...edges.flatMap(([a, b]) => [...(hits.has(a) ? [b] : []), ...(hits.has(b) ? [a] : [])]),
  ])
  const neighbours = groupNeighbours(edges)
  const groupOf = new Map<string, string>()
  const isOne = groups.length === 1
  let top = isOne ? 0 : groupGap // above the first frame, ways to it turn
  const placed = groups.map(({ manager, problem, nodes }) => {
    const shown = nodes.filter(({ id }) => near.has(id))
    const inner = isOne ? { x: 0, y: top } : { x: padding, y: top + titleHeight }
    const columns = arrangeColumns(shown, neighbours, inner, groupOf)
    const bottom = Math.max(inner.y, ...columns.flatMap((column) => column.nodes.map(({ y }) => y + nodeSize.height)))
    const group = { manager, problem, y: top, height: bottom - top + padding, columns }
    top += group.height + groupGap
    return group
  })
  const columnCount = Math.max(1, ...placed.map(({ columns }) => columns.length))
  const inside = columnCount * (nodeSize.width + columnGap) - columnGap
  const width = isOne ? inside + columnGap / 2 : inside + 2 * padding
  const nodes = placed.flatMap(({ columns }) => columns.flatMap((column) => column.nodes))
  return {
    groups: isOne ? [] : placed,
    columns: placed.flatMap(({ columns }) => columns),
    nodes,
    edges: renderEdges(replaceByGroups(edges, groupOf), placed, width),
    left: isOne ? 0 : laneWidth,
    width: isOne ? width : width + 2 * laneWidth,
    height: top - (isOne ? groupGap : 0),
  }
}

function arrangeColumns(
  nodes: readonly TopologyNode[],
  neighbours: ReadonlyMap<string, readonly string[]>,
  corner: { x: number; y: number },
  groupOf: Map<string, string>,
): readonly PlacedColumn[] {
  const rows = new Map<string, number>()
  const used = Object.entries(topologyColumns).filter(([column]) => nodes.some((node) => node.column === column))
  return used.map(([column, title], index) => {
    const x = corner.x + index * (nodeSize.width + columnGap)
    const all = nodes.filter((node) => node.column === column)
    const { nodes: members, groupOf: grouped } = groupNodes(all, (id) => neighbours.has(id))
    for (const [id, group] of grouped) groupOf.set(id, group)
    const sorted = sortColumn(members, neighbours, rows)
    for (const [row, { id }] of sorted.entries()) rows.set(id, row)
    const place = (node: TopologyNode, row: number) => ({
      ...node,
      x,
      y: corner.y + headHeight + row * (nodeSize.height + rowGap),
    })
    return { title, x, y: corner.y, nodes: sorted.map(place) }
  })
}

/** Returns the ways with groups in the place of their members, each once and none within a group. */
function replaceByGroups(edges: Topology['edges'], groupOf: ReadonlyMap<string, string>): Topology['edges'] {
  if (groupOf.size === 0) return edges
  const replaced = edges.map(([a, b]) => [groupOf.get(a) ?? a, groupOf.get(b) ?? b] as const)
  const unique = new Map(replaced.map((edge) => [edge.join(' '), edge]))
  return [...unique.values()].filter(([a, b]) => a !== b)
}

function renderEdges(edges: Topology['edges'], groups: readonly PlacedGroup[], width: number): Arrangement['edges'] {
  const byId = new Map(
    groups.flatMap((group) => group.columns.flatMap(({ nodes }) => nodes.map((node) => [node.id, { node, group }]))),
  )
  let lane = 0
  return edges.flatMap(([a, b]) => {
    const [from, to] = [byId.get(a), byId.get(b)]
    if (!from || !to) return []
    const isInside = from.group === to.group
    const path = isInside ? renderPath(from.node, to.node) : renderLane(from.node, to.node, to.group.y, width, lane++)
    return [{ path, key: `${a} ${b}`, isBlocked: Boolean(from.node.trouble ?? to.node.trouble), isInside }]
  })
}

function groupNeighbours(edges: Topology['edges']): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const [a, b] of edges) {
    found.set(a, [...(found.get(a) ?? []), b])
    found.set(b, [...(found.get(b) ?? []), a])
  }
  return found
}

/** Sorts a column by the mean row of the neighbours in the columns before it; nodes without ways come last. */
function sortColumn(
  members: readonly TopologyNode[],
  neighbours: ReadonlyMap<string, readonly string[]>,
  rows: ReadonlyMap<string, number>,
): readonly TopologyNode[] {
  const rank = new Map(
    members.map(({ id }) => {
      const all = neighbours.get(id) ?? []
      const known = all.flatMap((each) => rows.get(each) ?? [])
      const mean = known.reduce((sum, row) => sum + row, 0) / Math.max(1, known.length)
      return [id, known.length > 0 ? mean : all.length > 0 ? members.length : 2 * members.length]
    }),
  )
  return members.toSorted((a, b) => (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0) || compareTexts(a.name, b.name))
}

/** A curve from the right side of a node to the left side of another, or between two right sides of one column. */
function renderPath(from: PlacedNode, to: PlacedNode): string {
  const middle = nodeSize.height / 2
  const x1 = from.x + nodeSize.width
  const isSameColumn = from.x === to.x
  const x2 = isSameColumn ? x1 : to.x
  const bend = isSameColumn ? columnGap / 2 : Math.max(columnGap / 2, (x2 - x1) / 2)
  const [y1, y2] = [from.y + middle, to.y + middle]
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${isSameColumn ? x2 + bend : x2 - bend} ${y2} ${x2} ${y2}`
}

/** A way to another queue manager: right of the frames, through the gap above the other frame, and left of the frames. */
function renderLane(from: PlacedNode, to: PlacedNode, groupTop: number, width: number, number: number): string {
  const offset = ((number % lanes) + 1) * laneGap
  const [x1, y1] = [from.x + nodeSize.width, from.y + nodeSize.height / 2]
  const y2 = to.y + nodeSize.height / 2
  return `M${x1} ${y1}H${width + offset}V${groupTop - offset}H${-offset}V${y2}H${to.x}`
}
