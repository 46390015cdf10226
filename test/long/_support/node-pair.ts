/** Two nodes on one database, each with a gateway and an instance of the queue manager QM1, behind a load balancer. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { eventually } from '../../_support/eventually.ts'
import { type Gateway, startGateway, startMqweb } from '../../_support/product.ts'
import { call } from '../../mq/web/_support/server.ts'
import { catalogPath, writeClusterDocuments } from './cluster-documents.ts'
import type { Target } from './steady-load.ts'

const password = 'first-password'
const user = `mqadmin:${password}`
/** How often the load balancer looks at the nodes. */
const lookIntervalMs = 50

export interface PairNode {
  gateway: Gateway
  mqweb: Gateway
  /** The gateway as the load balancer sees it: with the path of the catalog, and ready when `/readyz` says so. */
  calls: Target
  /** The MQ web server as the load balancer sees it. */
  puts: Target
  /** Ends both servers as an operator does, and starts them with another version over the same data folder. */
  replace(command: string | undefined): Promise<void>
}

export interface PairOptions {
  /** The URL of the database. */
  storeUrl: string
  /** The file of the command `sluice`; that of the present sources when it is left out. */
  command?: string | undefined
}

/** Starts the nodes. The queue manager has the queues A and B. */
export async function startPair(t: ExecutionContext, options: PairOptions): Promise<readonly [PairNode, PairNode]> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-pair-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  await writeClusterDocuments(join(folder, 'documents'), await startBackend(t))
  const first = await startNode(t, folder, 'a', options)
  for (const queue of ['A', 'B']) await defineQueue(first, queue)
  const nodes = [first, await startNode(t, folder, 'b', options)] as const
  await keepBalancing(t, nodes)
  return nodes
}

/** Returns the URL of the gateway of a node. */
export function originOf({ calls }: PairNode): string {
  return calls.url.slice(0, -catalogPath.length)
}

/** Puts a persistent message on the queue A. Returns the status; rejects when there is no response. */
export async function putMessage({ url }: Target, body: string): Promise<number> {
  const headers = { 'content-type': 'text/plain', 'ibm-mq-md-persistence': 'persistent' }
  const path = '/ibmmq/rest/v2/messaging/qmgr/QM1/queue/A/message'
  const { status } = await call(portOf(url), 'POST', path, { user, headers, body })
  return status
}

async function startNode(t: ExecutionContext, folder: string, name: string, options: PairOptions): Promise<PairNode> {
  const data = join(folder, name)
  const environment = {
    SLUICE_CONFIG: join(folder, 'documents'),
    SLUICE_STORE: options.storeUrl,
    SLUICE_BASE_URL: 'http://gateway.test',
    SLUICE_DRAIN_DELAY_SECONDS: '2',
  }
  const mqEnvironment = {
    SLUICE_HOST: '0.0.0.0',
    SLUICE_MQWEB_ADMIN: 'mqadmin',
    SLUICE_MQWEB_ADMIN_PASSWORD: password,
    SLUICE_QMGR_STORE: options.storeUrl,
  }
  async function start(command: string | undefined) {
    const [gateway, mqweb] = await Promise.all([
      startGateway(data, environment, command),
      startMqweb(data, mqEnvironment, command),
    ])
    const calls: Target = { url: `${gateway.url}${catalogPath}`, isReady: false }
    const puts: Target = { url: mqweb.url, isReady: false }
    return { gateway, mqweb, calls, puts }
  }
  const node: PairNode = {
    ...(await start(options.command)),
    async replace(command) {
      t.deepEqual(await Promise.all([node.gateway.stop(), node.mqweb.stop()]), [0, 0])
      const { calls, puts, ...servers } = await start(command)
      Object.assign(node, servers)
      Object.assign(node.calls, calls)
      Object.assign(node.puts, puts)
      t.truthy(await eventually(async () => (node.calls.isReady && node.puts.isReady) || undefined))
    },
  }
  t.teardown(() => Promise.all([node.gateway.kill(), node.mqweb.kill()]))
  return node
}

/** Asks every server all the time whether it is ready, as a load balancer does. */
async function keepBalancing(t: ExecutionContext, nodes: readonly PairNode[]): Promise<void> {
  let isBalancing = true
  async function look(): Promise<void> {
    for (const { gateway, mqweb, calls, puts } of nodes) {
      const [gatewayStatus, mqwebStatus] = await Promise.all([
        fetch(`${gateway.management}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
        call(portOf(mqweb.url), 'GET', '/readyz?qmgr=QM1').then(
          ({ status }) => status,
          () => 0,
        ),
      ])
      calls.isReady = gatewayStatus === 200 && calls.url.startsWith(gateway.url)
      puts.isReady = mqwebStatus === 200 && puts.url === mqweb.url
    }
  }
  const balancing = (async () => {
    while (isBalancing) {
      await look()
      await new Promise((resolve) => setTimeout(resolve, lookIntervalMs))
    }
  })()
  t.teardown(async () => {
    isBalancing = false
    await balancing
  })
  const areReady = () => nodes.every(({ calls, puts }) => calls.isReady && puts.isReady)
  t.truthy(await eventually(async () => areReady() || undefined), 'both nodes are ready')
}

/** Starts a server that accepts every user name and password, and every call. Returns its port. */
async function startBackend(t: ExecutionContext): Promise<number> {
  const server = createServer((_, response) => void response.end('{}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close().closeAllConnections())
  return (server.address() as AddressInfo).port
}

async function defineQueue({ mqweb }: PairNode, name: string): Promise<void> {
  for (const command of [
    `DEFINE QLOCAL(${name}) DEFPSIST(YES) MAXDEPTH(999999)`,
    "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('mqadmin') AUTHADD(CONNECT)",
    `SET AUTHREC PROFILE(${name}) OBJTYPE(QUEUE) PRINCIPAL('mqadmin') AUTHADD(PUT,GET,BROWSE)`,
  ]) {
    const body = JSON.stringify({ type: 'runCommand', parameters: { command } })
    const headers = { 'content-type': 'application/json' }
    const path = '/ibmmq/rest/v2/admin/action/qmgr/QM1/mqsc'
    const { status, text } = await call(portOf(mqweb.url), 'POST', path, { user, headers, body })
    if (status !== 200) throw new Error(`${command}: ${status} ${text}`)
  }
}

const portOf = (url: string) => Number(new URL(url).port)
