/** A directed edge of a graph whose nodes are named. */
export interface Edge {
  from: string
  to: string
}

/**
 * Returns the rings of a graph: its strongly connected components of more than one node (R. Tarjan, 1972), each sorted,
 * and sorted among themselves.
 */
export function findRings(nodes: readonly string[], edges: readonly Edge[]): string[][] {
  const next = Map.groupBy(edges, ({ from }) => from)
  const order = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  for (const node of nodes) if (!order.has(node)) visit(node)
  return found.sort((a, b) => (a.join() < b.join() ? -1 : 1))

  /** Returns the lowest order of a node on the stack that the node reaches. */
  function visit(node: string): number {
    const own = order.size
    let lowest = own
    order.set(node, own)
    stack.push(node)
    for (const { to } of next.get(node) ?? []) {
      const known = order.get(to)
      if (known === undefined) lowest = Math.min(lowest, visit(to))
      else if (stack.includes(to)) lowest = Math.min(lowest, known)
    }
    if (lowest === own) {
      const ring = stack.splice(stack.indexOf(node))
      if (ring.length > 1) found.push(ring.sort())
    }
    return lowest
  }
}
