/** Counters behind Sentinels, in a cluster and with TLS, on real servers. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test, { type ExecutionContext, type TestFn } from 'ava'
import { openRedisCounters } from '../../../../src/shared/storage/redis/redis-counters.ts'
import { certificate } from '../../../_support/certificates.ts'
import { eventually } from '../../../_support/eventually.ts'
import { findFreePort } from '../../../_support/free-port.ts'
import { hasRedis, hasRedisCluster, hasSentinel, type RedisServer, startRedis } from '../../../_support/redis.ts'
import { behavesAsCounterStore } from '../counter-conformance.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'sluice-redis-'))
const started: RedisServer[] = []
test.after.always(async () => {
  for (const server of started) await server.kill()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

async function start(...options: Parameters<typeof startRedis>): Promise<RedisServer> {
  const server = await startRedis(...options)
  started.push(server)
  return server
}

const inAMinute = () => Date.now() + 60_000
let prefixes = 0

/** Opens counters with a prefix of their own, and waits until they can be used. */
async function open(url: string, clock = Date.now) {
  const counters = openRedisCounters({ url, clock, prefix: `test${prefixes++}` })
  await eventually(() => counters.find('kind', 'key').then(() => true))
  return counters
}

const portOf = ({ url }: RedisServer) => Number(new URL(url).port)
const skipped = (what: string) => (title: string) => test.skip(`${title}: ${what} is not installed`, () => {})

const withSentinel = hasSentinel ? test.serial : skipped('redis-sentinel (Debian: redis-sentinel)')
withSentinel('Sentinels name the server, and a replica that they promote is used', async (t: ExecutionContext) => {
  const primary = await start()
  const replica = await start(['--replicaof', '127.0.0.1', String(portOf(primary))])
  const file = join(folder, 'sentinel.conf')
  writeFileSync(
    file,
    `sentinel monitor main 127.0.0.1 ${portOf(primary)} 1
sentinel down-after-milliseconds main 300
sentinel failover-timeout main 3000
`,
  )
  const sentinel = await start([], { configuration: file })
  const cli = async (port: number, ...command: string[]) =>
    (await run('redis-cli', ['-p', String(port), ...command])).stdout
  await eventually(
    async () => /master_link_status:up/.test(await cli(portOf(replica), 'info', 'replication')) || undefined,
  )
  await eventually(
    async () => /num-slaves\n1\n/.test(await cli(portOf(sentinel), 'sentinel', 'master', 'main')) || undefined,
  )

  const counters = await open(`redis+sentinel://127.0.0.1:${portOf(sentinel)}/main`)
  t.teardown(() => counters.close())
  t.is(await counters.count('kind', 'key', 1, inAMinute()), 1)
  await eventually(async () => (await cli(portOf(replica), 'dbsize')) !== '0\n' || undefined)
  await primary.kill()
  // An attempt without an answer may have been counted, after the caller had given it up.
  const sum = Number(await eventually(() => counters.count('kind', 'key', 1, inAMinute())))
  t.true(sum >= 2, String(sum))
  t.regex(await cli(portOf(replica), 'role'), /^master/)
})

const clusterNodes: RedisServer[] = []
const clusterUrl = () => `redis+cluster://${clusterNodes.map((node) => `127.0.0.1:${portOf(node)}`).join(',')}`
if (hasRedisCluster) {
  test.serial.before(async () => {
    for (const index of [0, 1, 2]) {
      const nodes = ['--cluster-enabled', 'yes', '--cluster-config-file', join(folder, `nodes-${index}.conf`)]
      clusterNodes.push(await start([...nodes, '--cluster-port', String(await findFreePort())]))
    }
    const addresses = clusterNodes.map((node) => `127.0.0.1:${portOf(node)}`)
    await run('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-replicas', '0', '--cluster-yes'])
    const isUp = async (node: RedisServer) =>
      /cluster_state:ok/.test((await run('redis-cli', ['-p', String(portOf(node)), 'cluster', 'info'])).stdout)
    await eventually(async () => (await Promise.all(clusterNodes.map(isUp))).every(Boolean) || undefined)
  })
  behavesAsCounterStore(test.serial as TestFn, ({ clock }) => open(clusterUrl(), clock))
}
const withCluster = hasRedisCluster ? test.serial : skipped('redis-cli (Debian: redis-tools)')
withCluster('the nodes of a cluster share the counters, each by its key', async (t: ExecutionContext) => {
  const [counters, one] = await Promise.all([
    open(clusterUrl()),
    open(`redis+cluster://127.0.0.1:${portOf(clusterNodes[0] as RedisServer)}`),
  ])
  t.teardown(() => Promise.all([counters.close(), one.close()]))
  const keys = Array.from({ length: 30 }, (_, index) => `key${index}`)
  await Promise.all(keys.map((key) => counters.count('kind', key, 2, inAMinute())))
  t.deepEqual(
    await Promise.all(keys.map((key) => counters.count('kind', key, 1, inAMinute()))),
    keys.map(() => 3),
  )
  const sizes = clusterNodes.map(async (node) =>
    Number((await run('redis-cli', ['-p', String(portOf(node)), 'dbsize'])).stdout),
  )
  for (const size of await Promise.all(sizes)) t.true(size > 0)
})

const withServer = hasRedis ? test.serial : skipped('redis-server (Debian: redis-server)')
withServer('a connection with TLS needs a certificate of the CA that the URL names', async (t: ExecutionContext) => {
  const [authority, port] = [await certificate('CA'), await findFreePort()]
  const server = await certificate('redis', authority)
  const files = { ca: authority.cert, cert: server.cert, key: server.key, other: (await certificate('other')).cert }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.pem`), text)
  const tls = [
    '--tls-cert-file',
    join(folder, 'cert.pem'),
    '--tls-key-file',
    join(folder, 'key.pem'),
    '--tls-auth-clients',
    'no',
  ]
  await start([...tls, '--tls-port', String(port), '--requirepass', 'secret'])
  const counters = await open(`rediss://:secret@127.0.0.1:${port}?ca=${join(folder, 'ca.pem')}`)
  t.teardown(() => counters.close())
  t.is(await counters.count('kind', 'key', 1, inAMinute()), 1)

  const refused = openRedisCounters({
    url: `rediss://:secret@127.0.0.1:${port}?ca=${join(folder, 'other.pem')}`,
    clock: Date.now,
  })
  t.teardown(() => refused.close())
  const message = await eventually(async () => {
    const error = await refused.find('kind', 'key').then(
      () => undefined,
      (each: Error) => each,
    )
    return error && /certificate|self-signed|verify/.test(error.message) ? error.message : undefined
  })
  t.false(message?.includes('secret'))
})
