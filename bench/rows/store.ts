/**
 * Measures what PostgreSQL and Redis cost: tokens by password and protected calls beside the store in a file, and the
 * processor time of a token and of a call with one node and with two.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { openRedisCounters } from '../../src/shared/storage/redis/redis-counters.ts'
import { type PostgresServer, postgresBinaries, startPostgres } from '../../test/_support/postgres.ts'
import { hasRedis, startRedis } from '../../test/_support/redis.ts'
import { compare, type Peer, type RowResult, type Subject } from '../harness/compare.ts'
import { compareWithBaseline, compareWithLimit } from '../harness/limit-rows.ts'
import { measure } from '../harness/load.ts'
import { cores, pinProcess } from '../harness/process.ts'
import { readProcessorSeconds } from '../harness/processor-time.ts'
import { roundOptions } from '../harness/round-options.ts'
import { startScript } from '../peers/script.ts'
import { type RunningSluice, startSluice, tokenRequest } from '../peers/sluice.ts'

const connections = 32

export async function measureStore(): Promise<RowResult[]> {
  if (!postgresBinaries) throw new Error('PostgreSQL is not installed: apt-get install postgresql')
  const backend = await startScript(cores.others, 'backend.ts')
  const server = await startPostgres(['fsync=on', 'synchronous_commit=on'])
  pinProcess(cores.others, postmasterOf(server)) // in use it is on another machine
  const onPostgres = { store: server.url }
  try {
    const subjectOf = (name: string, isToken: boolean, options = {}): Subject => ({
      name,
      async start() {
        const sluice = await startSluice(backend.port, options)
        const { url, tokenEndpoint, token, close } = sluice
        if (isToken) return { url: tokenEndpoint, ...tokenRequest, close }
        return { url, headers: { authorization: `Bearer ${token}` }, close }
      },
    })
    const peer = (isToken: boolean, target: number): Peer => ({
      ...subjectOf('itself with the store in a file', isToken),
      target,
    })
    const how = { ...roundOptions, connections }
    return [
      ...(await compare(
        'token by password, PostgreSQL',
        subjectOf('Sluice', true, onPostgres),
        [peer(true, 0.8)],
        how,
      )),
      ...(await compare(
        'protected call, PostgreSQL',
        subjectOf('Sluice', false, onPostgres),
        [peer(false, 0.95)],
        how,
      )),
      ...(await measureProcessorTime(backend.port, server)),
      ...(await measureSize(server)),
      ...(await measureRedis()),
    ]
  } finally {
    await server.close()
    await backend.close()
  }
}

/** The processor time of one node, and of two that share the load. */
async function measureProcessorTime(backendPort: number, server: PostgresServer): Promise<RowResult[]> {
  const nodes: RunningSluice[] = []
  try {
    nodes.push(await startSluice(backendPort, { store: server.url }))
    const one = await measureCost(nodes, server)
    nodes.push(await startSluice(backendPort, { store: server.url, core: cores.others }))
    const two = await measureCost(nodes, server)
    return [
      compareWithBaseline(
        'processor time of a token, two nodes on PostgreSQL',
        'one node on PostgreSQL',
        one.nodeMs / two.nodeMs,
        0.8,
        `${describeCost(two)} / ${describeCost(one)}`,
      ),
    ]
  } finally {
    for (const node of nodes) await node.close()
  }
}

/** The maximum size of a stored refresh token, which decides about the disk of the database. */
const maxTokenBytes = 1_500

/** The space of an entry with its indexes; after the other measurements nearly all entries are refresh tokens. */
async function measureSize(server: PostgresServer): Promise<RowResult[]> {
  const client = new Client(server.url)
  await client.connect()
  await client.query('VACUUM FULL sluice.entry')
  const { rows } = await client.query(
    "SELECT pg_total_relation_size('sluice.entry') / count(*) AS bytes FROM sluice.entry",
  )
  await client.end()
  const value = Number(rows[0]?.bytes)
  return [
    compareWithLimit({
      row: 'a refresh token in PostgreSQL',
      name: 'with its indexes',
      value,
      limit: maxTokenBytes,
      unit: 'bytes',
    }),
  ]
}

/** The maximum processor time of a count in Redis, in microseconds. */
const maxCountMicroseconds = 25
const concurrentCounts = 64

async function measureRedis(): Promise<RowResult[]> {
  if (!hasRedis) return []
  const redis = await startRedis()
  const counters = openRedisCounters({ url: redis.url, clock: Date.now })
  try {
    const pid = redis.pid() as number
    const expiresAt = Date.now() + 60_000
    while (!(await counters.count('limit', 'first', 1, expiresAt).catch(() => 0))) await setTimeout(10)
    const before = readProcessorSeconds(pid)
    const end = performance.now() + roundOptions.seconds * 1000
    let counts = 0
    await Promise.all(
      Array.from({ length: concurrentCounts }, async (_, index) => {
        for (; performance.now() < end; counts += 1) await counters.count('limit', String(index), 1, expiresAt)
      }),
    )
    const value = ((readProcessorSeconds(pid) - before) * 1e6) / counts
    const unit = 'µs of Redis'
    return [
      compareWithLimit({ row: 'a count in Redis', name: 'processor time', value, limit: maxCountMicroseconds, unit }),
    ]
  } finally {
    await counters.close()
    await redis.kill()
  }
}

interface TokenCost {
  /** The processor time of the nodes and of PostgreSQL for one token, in milliseconds. */
  nodeMs: number
  databaseMs: number
}

/** Requests tokens from all nodes at once. The first, short load warms up. */
async function measureCost(nodes: readonly RunningSluice[], server: PostgresServer): Promise<TokenCost> {
  const database = postmasterOf(server)
  const load = (seconds: number) =>
    Promise.all(
      nodes.map(({ tokenEndpoint }) =>
        measure({ url: tokenEndpoint, ...tokenRequest, seconds, connections: Math.ceil(connections / nodes.length) }),
      ),
    )
  await load(Math.min(roundOptions.seconds, 3))
  const read = () => [
    nodes.reduce((sum, { pid }) => sum + readProcessorSeconds(pid), 0),
    readProcessorSeconds(database),
  ]
  const before = read()
  const results = await load(roundOptions.seconds)
  const after = read()
  const tokens = results.reduce((sum, { perSecond }) => sum + perSecond * roundOptions.seconds, 0)
  const [nodeMs = 0, databaseMs = 0] = after.map((each, index) => ((each - (before[index] ?? 0)) * 1000) / tokens)
  return { nodeMs, databaseMs }
}

function postmasterOf({ folder }: PostgresServer): number {
  return Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
}

function describeCost({ nodeMs, databaseMs }: TokenCost): string {
  return `${nodeMs.toFixed(3)} ms and ${databaseMs.toFixed(3)} ms in the database`
}
