/** `sluice plan --nodes`: which documents the gateways have that share a store. */
import { noGatewayError, queryRunningGateway } from '../../../cli/common/query-gateway.ts'
import { describeRevisionDifference, type GatewayNode } from '../../../runtime/nodes/index.ts'
import type { Settings } from '../../../runtime/settings/index.ts'

/** How many characters of a revision are shown. */
const shownRevision = 12

/** Asks the running gateway for the nodes. Throws when none runs, or when its store is on one machine. */
export async function listNodes({ dataFolder }: Settings): Promise<readonly GatewayNode[]> {
  const nodes = await queryRunningGateway(dataFolder, 'nodes', {})
  if (nodes === undefined) throw noGatewayError(dataFolder)
  if (nodes === null)
    throw new Error('this gateway shares its store with no other: set SLUICE_STORE to a PostgreSQL database')
  return nodes
}

/** Returns one line per node, and a sentence that says whether their documents differ. */
export function renderNodes(nodes: readonly GatewayNode[]): string {
  const width = Math.max(...nodes.map(({ name }) => name.length))
  const lines = nodes.map(
    ({ name, version, revision }) =>
      `${name.padEnd(width)}  version ${version}  revision ${revision.slice(0, shownRevision)}`,
  )
  return `${[...lines, describeRevisionDifference(nodes) ?? 'all nodes have the same documents'].join('\n')}\n`
}

/** Returns whether the documents of two nodes differ. */
export function haveDifferentRevisions(nodes: readonly GatewayNode[]): boolean {
  return describeRevisionDifference(nodes) !== undefined
}
