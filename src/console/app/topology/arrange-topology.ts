/** Places the nodes of a topology: one column for each kind, connected nodes first and beside each other. Pure. */
import { compareTexts } from '../../../ui/text/format.ts'
import { type Topology, type TopologyNode, topologyColumns } from './build-topology.ts'

export const nodeSize = { width: 184, height: 44 } as const
const columnGap = 44
const rowGap = 8
export const headHeight = 36

/** A node with its upper left corner, in pixels. */
export type PlacedNode = TopologyNode & { x: number; y: number }

export interface Arrangement {
  /** The titles of the columns that have nodes, with their horizontal places. */
  columns: readonly { title: string; x: number }[]
  nodes: readonly PlacedNode[]
  /** Lines between two places; a blocked one ends or begins at a node that stands still. */
  edges: readonly { path: string; key: string; isBlocked: boolean }[]
  width: number
  height: number
}

/** Nodes of which neither themselves nor a neighbour contains the text `search` are left out. */
export function arrangeTopology({ nodes, edges }: Topology, search: string): Arrangement {
  const wanted = search.trim().toUpperCase()
  const hits = new Set(nodes.filter(({ name }) => name.toUpperCase().includes(wanted)).map(({ id }) => id))
  const near = new Set([
    ...hits,
    ...edges.flatMap(([a, b]) => [...(hits.has(a) ? [b] : []), ...(hits.has(b) ? [a] : [])]),
  ])
  const neighbours = groupNeighbours(edges)
  const shown = nodes.filter(({ id }) => near.has(id))
  const rows = new Map<string, number>()
  const placed: PlacedNode[] = []
  const columns: { title: string; x: number }[] = []
  for (const [column, title] of Object.entries(topologyColumns)) {
    const members = shown.filter((node) => node.column === column)
    if (members.length === 0) continue
    const x = columns.length * (nodeSize.width + columnGap)
    columns.push({ title, x })
    for (const [row, node] of sortColumn(members, neighbours, rows).entries()) {
      rows.set(node.id, row)
      placed.push({ ...node, x, y: headHeight + row * (nodeSize.height + rowGap) })
    }
  }
  const byId = new Map(placed.map((node) => [node.id, node]))
  return {
    columns,
    nodes: placed,
    edges: edges.flatMap(([a, b]) => {
      const from = byId.get(a)
      const to = byId.get(b)
      if (!from || !to) return []
      return [{ path: renderPath(from, to), key: `${a} ${b}`, isBlocked: Boolean(from.trouble ?? to.trouble) }]
    }),
    width: Math.max(1, columns.length) * (nodeSize.width + columnGap) - columnGap / 2,
    height: headHeight + Math.max(0, ...placed.map(({ y }) => y)) + nodeSize.height,
  }
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
