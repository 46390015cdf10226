/** A gateway of the simulated cluster, with links to all database servers and to Redis that a test can break. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { type Gateway, startGateway } from '../../_support/product.ts'
import { openTcpLink, type TcpLink } from '../../_support/tcp-link.ts'

/** A node. `gateway` is replaced when it starts again. */
export interface ClusterNode {
  gateway: Gateway
  databaseLinks: TcpLink[]
  redisLink: TcpLink
  /** Starts the gateway again after it was killed. */
  restart(): Promise<void>
}

export interface ClusterPorts {
  databases: readonly number[]
  redis: number
}

/** Starts a node over the documents of a folder. */
export async function startClusterNode(
  t: ExecutionContext,
  documents: string,
  { databases, redis }: ClusterPorts,
): Promise<ClusterNode> {
  const data = mkdtempSync(join(tmpdir(), 'sluice-cluster-'))
  const databaseLinks = await Promise.all(databases.map(openTcpLink))
  const redisLink = await openTcpLink(redis)
  const hosts = databaseLinks.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const start = () =>
    startGateway(data, {
      SLUICE_CONFIG: documents,
      SLUICE_BASE_URL: 'http://gateway.test',
      SLUICE_STORE: `postgres://sluice@${hosts}/postgres`,
      SLUICE_COUNTERS: `redis://127.0.0.1:${redisLink.port}`,
      SLUICE_LIMITS_UNAVAILABLE: 'reject',
      SLUICE_LOG_LEVEL: 'warn',
    })
  const node: ClusterNode = {
    gateway: await start(),
    databaseLinks,
    redisLink,
    async restart() {
      node.gateway = await start()
    },
  }
  t.teardown(async () => {
    await node.gateway.kill()
    for (const link of [...databaseLinks, redisLink]) link.close()
    rmSync(data, { recursive: true, force: true, maxRetries: 10 })
  })
  return node
}
