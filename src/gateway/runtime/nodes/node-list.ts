/** The gateways that share a store, for operators to compare. An entry expires unless it is saved every 5 s. */
import { hostname } from 'node:os'
import type { Log } from '../../../shared/lib/output/log.ts'
import type { Registry } from '../../../shared/lib/output/prometheus.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { StateStore, StateValue } from '../../../shared/storage/index.ts'

/** A gateway: the primary and its workers. */
export interface GatewayNode {
  /** The host name and the process id of the primary. */
  name: string
  version: string
  /** The revision of the documents in use. */
  revision: string
}

/** The nodes that share the store, as this process last saw them. */
export type NodeList = Awaited<ReturnType<typeof openNodeList>>

/** The dependencies of `openNodeList`. */
export type NodeListOptions = { store: StateStore; clock: Clock; log: Log; node: GatewayNode; intervalMs?: number }

const kind = 'node'
const missedIntervals = 3

/** Returns the name of the gateway whose worker this process is. */
export function currentNodeName(): string {
  return `${hostname()} ${process.ppid}`
}

/** Saves this node, and reads the others, until it is closed. A store that fails keeps the last list. */
export async function openNodeList(options: NodeListOptions) {
  const { store, clock, log, node, intervalMs = 5_000 } = options
  let own = node
  let known: readonly GatewayNode[] = [node]
  let closed = false
  const timer = setInterval(() => void refresh(), intervalMs).unref()
  await refresh()

  return {
    /** Returns the nodes in the order of their names, this one included. */
    nodes: () => known,

    /** Saves another revision of this node at once. */
    announceRevision(revision: string): Promise<void> {
      own = { ...own, revision }
      return refresh()
    },

    /** Removes this node. */
    async close(): Promise<void> {
      closed = true
      clearInterval(timer)
      await store.remove(kind, own.name).catch(() => {}) // the entry expires
    },
  }

  async function refresh(): Promise<void> {
    if (closed) return
    try {
      const value: StateValue = { ...own }
      await store.save(kind, own.name, value, { expiresAt: clock() + missedIntervals * intervalMs })
      known = (await store.list(kind)).map(({ entry }) => entry.value as GatewayNode)
    } catch (error) {
      if (!closed) log.debug({ err: error }, 'the list of nodes could not be refreshed')
    }
  }
}

/** Returns a sentence when nodes have different revisions of the documents; undefined when they have the same. */
export function describeRevisionDifference(nodes: readonly GatewayNode[]): string | undefined {
  const byRevision = Object.groupBy(nodes, ({ revision }) => revision)
  const revisions = Object.keys(byRevision)
  if (revisions.length < 2) return undefined
  const parts = revisions.map(
    (each) => `${each.slice(0, 12)} (${byRevision[each]?.map(({ name }) => name).join(', ')})`,
  )
  return `the nodes have different documents: ${parts.join('; ')}`
}

/** Registers `sluice_nodes`. It has no values while the store is on this machine. */
export function registerNodeMetrics(metrics: Registry, listNodes: () => readonly GatewayNode[] | undefined): void {
  metrics.observe(
    'sluice_nodes',
    'Gateways that share the store, by version and revision of the documents; more than one revision means that nodes differ',
    ['version', 'revision'],
    () =>
      [...Map.groupBy(listNodes() ?? [], ({ version, revision }) => `${version} ${revision}`).values()].flatMap(
        ([first, ...others]) =>
          first ? [{ labels: { version: first.version, revision: first.revision }, value: others.length + 1 }] : [],
      ),
  )
}
