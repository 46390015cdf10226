/**
 * A cluster on one machine: three gateways, two instances of a queue manager, PostgreSQL with a synchronous replica, and
 * Redis. Processes and engines are killed and stopped, and links are cut, at random. Redis is killed in every run, and starts
 * again without its entries. Everything that was acknowledged is accounted for: tokens, revocations, a hard limit over all
 * gateways, and messages. `CLUSTER_SEED` repeats a run.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { eventually } from '../_support/eventually.ts'
import { postgresBinaries, startPostgres, startReplica } from '../_support/postgres.ts'
import { createRandom } from '../_support/random.ts'
import { hasRedis, type RedisServer, startRedis } from '../_support/redis.ts'
import { hardLimit, writeClusterDocuments } from './_support/cluster-documents.ts'
import { type ClusterNode, startClusterNode } from './_support/cluster-node.ts'
import { LimitLedger } from './_support/limit-ledger.ts'
import {
  createQueueManager,
  type Instance,
  readAllMessages,
  restartInstance,
  startInstance,
} from './_support/queue-manager-instances.ts'
import { type IssuedToken, TokenLedger } from './_support/token-ledger.ts'

const seed = Number(process.env.CLUSTER_SEED ?? Date.now() % 1_000_000)
const rounds = Number(process.env.CLUSTER_ROUNDS ?? 5)
const callIntervalMs = 20
/** So slow that the limit is reached at the end of the run only: a worker rejects calls until the window of a reached limit ends. */
const limitedCallIntervalMs = 120
/** After an acknowledged revocation every undisturbed node rejects the token: 500 ms, and an allowance for a busy machine. */
const revocationMs = 500 + 1_500
const outageMs = 2_000
const isInstalled = postgresBinaries !== undefined && hasRedis

interface Cluster {
  nodes: readonly ClusterNode[]
  instances: Instance[]
  redis: RedisServer
  limit: LimitLedger
  restartInstance(ended: Instance): Promise<Instance>
}

/** What can happen to a part of the cluster. Each resolves when the fault is over. */
const faults: Readonly<Record<string, (cluster: Cluster, node: ClusterNode) => Promise<void>>> = {
  async 'a gateway is killed'(_, node) {
    await node.gateway.kill()
    await node.restart()
  },
  async 'a gateway stops for a while'(_, { gateway: { pid } }) {
    process.kill(pid, 'SIGSTOP')
    await delay(outageMs)
    process.kill(pid, 'SIGCONT')
  },
  async 'a gateway loses its connections to the database'(_, { databaseLinks }) {
    for (const link of databaseLinks) link.cut()
  },
  async 'a gateway is cut off from the database'(_, { databaseLinks }) {
    for (const link of databaseLinks) link.isolate()
    await delay(outageMs)
    for (const link of databaseLinks) link.reconnect()
  },
  async 'a gateway is cut off from Redis'(_, { redisLink }) {
    redisLink.isolate()
    await delay(outageMs)
    redisLink.reconnect()
  },
  async 'Redis is killed'(cluster) {
    await restartRedis(cluster)
  },
  async 'Redis stops for a while'({ redis }) {
    const pid = redis.pid() as number
    process.kill(pid, 'SIGSTOP')
    await delay(outageMs)
    process.kill(pid, 'SIGCONT')
  },
  async 'the active queue manager is killed'(cluster) {
    const at = cluster.instances.findIndex(({ state }) => state === 'running')
    const active = cluster.instances[at]
    if (!active) return
    active.child.kill('SIGKILL')
    await once(active.child, 'exit')
    cluster.instances[at] = await cluster.restartInstance(active)
  },
}

const whenInstalled = isInstalled ? test : test.skip

whenInstalled(`nothing acknowledged is lost in a cluster under faults (seed ${seed})`, async (t) => {
  const random = createRandom(seed)
  const primary = await startPostgres(['wal_level=replica'])
  t.teardown(primary.close)
  await createQueueManager(t, primary.url)
  const replica = await startReplica(primary)
  t.teardown(replica.close)
  const redis = await startRedis()
  t.teardown(redis.kill)
  const documents = mkdtempSync(join(tmpdir(), 'sluice-cluster-documents-'))
  t.teardown(() => rmSync(documents, { recursive: true, force: true, maxRetries: 10 }))
  await writeClusterDocuments(documents, await startBackend(t))
  const databases = [primary.port, replica.port]
  const ports = { databases, redis: Number(new URL(redis.url).port) }
  const nodes: ClusterNode[] = []
  for (let node = 0; node < 3; node += 1) nodes.push(await startClusterNode(t, documents, ports))
  const acknowledged = new Set<string>()
  let restarts = 0
  const instances = [
    await startInstance(t, databases, acknowledged, 'a'),
    await startInstance(t, databases, acknowledged, 'b'),
  ]
  const cluster: Cluster = {
    nodes,
    redis,
    limit: new LimitLedger(hardLimit),
    instances,
    restartInstance(ended) {
      restarts += 1
      return restartInstance(t, ended, acknowledged, `r${restarts}`)
    },
  }

  const ledger = new TokenLedger(cluster.limit)
  const limited = (await ledger.issue(urlOf(nodes[0]), 'limited')) as IssuedToken
  const stopLoad = startLoad(cluster, ledger, limited, random)
  const names = Object.keys(faults)
  const redisRound = Math.floor(random() * rounds)
  for (let round = 0; round < rounds; round += 1) {
    if (round === Math.floor(rounds / 2)) {
      await primary.crash()
      await replica.promote()
      t.log('the database was replaced by its replica')
    }
    const name = pick(round === redisRound ? names.filter((each) => !/Redis (is|stops)/.test(each)) : names, random)
    const node = pick(nodes, random)
    const alsoRedis = round === redisRound ? restartRedisAfter(random() * outageMs, cluster) : undefined
    await Promise.all([faults[name]?.(cluster, node), alsoRedis])
    t.log(alsoRedis ? `${name}, and Redis is killed` : name)
    await untilCalm(nodes, ledger)
    await checkRevocation(t, nodes, ledger, random)
  }
  await stopLoad()

  for (const token of ledger.issued.filter(({ isRevoked }) => !isRevoked).slice(-50))
    await ledger.call(urlOf(pick(nodes, random)), token)
  await checkRefreshTokens(t, nodes, ledger, random)
  await useUpLimit(nodes, ledger, limited)
  t.deepEqual([...ledger.violations, ...cluster.limit.violations()], [])
  t.true(cluster.limit.sinceStart > 0 && ledger.issued.length > rounds * 5)

  for (const { child } of cluster.instances) {
    const ended = once(child, 'exit')
    child.send('end')
    await ended
  }
  const there = await readAllMessages(t, replica.url)
  t.is(new Set(there).size, there.length, 'no message is there twice')
  t.deepEqual(
    [...acknowledged].filter((body) => !there.includes(body)),
    [],
    'no acknowledged message is missing',
  )
  t.log(
    `${ledger.issued.length} tokens, ${cluster.limit.total} calls within the limit, ${acknowledged.size} messages, ${ledger.failed} requests failed during faults`,
  )
})

/** Kills Redis, which forgets all counts, and starts it again. */
async function restartRedis({ redis, limit }: Cluster): Promise<void> {
  await redis.kill()
  limit.redisEnded()
  await delay(outageMs)
  limit.redisStarts()
  await redis.start()
}

async function restartRedisAfter(delayMs: number, cluster: Cluster): Promise<void> {
  await delay(delayMs)
  await restartRedis(cluster)
}

/** An upstream that is also the authentication URL. */
async function startBackend(t: ExecutionContext): Promise<number> {
  const server = createServer((_, response) => void response.end('{}'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close().closeAllConnections())
  return (server.address() as AddressInfo).port
}

/** Issues and uses tokens at random nodes until it is stopped. */
function startLoad(
  { nodes }: Cluster,
  ledger: TokenLedger,
  limited: IssuedToken,
  random: () => number,
): () => Promise<void> {
  let isStopped = false
  const node = () => urlOf(pick(nodes, random))
  async function repeat(intervalMs: number, step: () => Promise<unknown>): Promise<void> {
    while (!isStopped) {
      await step()
      await delay(intervalMs)
    }
  }
  const loops = [
    repeat(callIntervalMs, async () => {
      const token = await ledger.issue(node())
      if (token) await ledger.call(node(), token)
    }),
    repeat(callIntervalMs, async () => {
      const valid = ledger.issued.filter(({ isRevoked }) => !isRevoked)
      if (valid.length > 0) await ledger.call(node(), pick(valid, random))
    }),
    repeat(limitedCallIntervalMs, () => ledger.callLimited(node(), limited)),
  ]
  return async () => {
    isStopped = true
    await Promise.all(loops)
  }
}

/** Sends concurrent calls to all nodes until each of them rejects the limited application. */
async function useUpLimit(nodes: readonly ClusterNode[], ledger: TokenLedger, limited: IssuedToken): Promise<void> {
  const deadline = performance.now() + 20_000
  await Promise.all(
    [...nodes, ...nodes].map(async (node) => {
      while ((await ledger.callLimited(urlOf(node), limited)) !== 429)
        if (performance.now() > deadline) throw new Error(`${urlOf(node)} does not reach the limit`)
    }),
  )
}

/** Waits until every node is ready and issues tokens. */
async function untilCalm(nodes: readonly ClusterNode[], ledger: TokenLedger): Promise<void> {
  for (const node of nodes) {
    const token = await eventually(() => ledger.issue(urlOf(node)))
    if (!token) throw new Error(`${urlOf(node)} issues no token 20 s after a fault`)
  }
}

async function checkRevocation(
  t: ExecutionContext,
  nodes: readonly ClusterNode[],
  ledger: TokenLedger,
  random: () => number,
): Promise<void> {
  const token = ledger.issued.findLast(({ isRevoked }) => !isRevoked) as IssuedToken
  t.true(await eventually(async () => (await ledger.revoke(urlOf(pick(nodes, random)), token)) || undefined))
  await delay(revocationMs)
  for (const revoked of ledger.issued.filter(({ isRevoked }) => isRevoked))
    for (const node of nodes) await ledger.callRevoked(urlOf(node), revoked)
}

/** Every refresh token can be used once, at any node. */
async function checkRefreshTokens(
  t: ExecutionContext,
  nodes: readonly ClusterNode[],
  ledger: TokenLedger,
  random: () => number,
): Promise<void> {
  const valid = ledger.issued.filter(({ isRevoked }) => !isRevoked)
  const tokens = Array.from({ length: 20 }, () => pick(valid, random))
  for (const token of new Set(tokens)) {
    const statuses = await Promise.all(nodes.map((node) => ledger.refresh(urlOf(node), token)))
    t.deepEqual(statuses.toSorted(), [200, 400, 400])
  }
}

function urlOf(node: ClusterNode | undefined): string {
  return String(node?.gateway.url)
}

function pick<T>(values: readonly T[], random: () => number): T {
  return values[Math.floor(random() * values.length)] as T
}
