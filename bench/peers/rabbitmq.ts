/** Starts RabbitMQ, if it is installed, with its HTTP API and a durable queue. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Peer, RunningSubject } from '../harness/compare.ts'
import type { Request } from '../harness/load-types.ts'
import { cores, startOnCore } from '../harness/process.ts'
import { findFreePort, waitUntilAccepting, waitUntilListening } from './ports.ts'

const program = '/usr/lib/rabbitmq/bin/rabbitmq-server'
const headers = {
  authorization: `Basic ${Buffer.from('guest:guest').toString('base64')}`,
  'content-type': 'application/json',
}

export function rabbitmq(requests: readonly Request[], target: number): Peer {
  return {
    name: 'RabbitMQ, HTTP API, durable',
    target,
    start: async () => (existsSync(program) ? start(requests, {}) : undefined),
  }
}

/** RabbitMQ with a quorum queue, which is on disk before a message is confirmed. */
export function rabbitmqQuorum(requests: readonly Request[], target: number): Peer {
  const queueArguments = { 'x-queue-type': 'quorum' }
  return {
    name: 'RabbitMQ, HTTP API, quorum queue',
    target,
    start: async () => (existsSync(program) ? start(requests, queueArguments) : undefined),
  }
}

/** Starts the broker with one message in its queue, so that the queue is not empty. */
async function start(requests: readonly Request[], queueArguments: object): Promise<RunningSubject> {
  const { httpOrigin: origin, pid, close } = await startBroker(['rabbitmq_management'], queueArguments)
  const [first] = buildRabbitmqPut('x') as [Request]
  await fetch(`${origin}${first.path}`, { method: 'POST', headers, body: first.body as string })
  return { url: `${origin}/api/overview`, headers, requests, pids: [pid], close }
}

export interface RunningBroker {
  readonly amqpPort: number
  readonly httpOrigin: string
  readonly pid: number
  close(): Promise<void>
}

/** Starts the broker with the durable queue `bench`; resolves with undefined when it is not installed. */
export async function startRabbitmqAmqp(): Promise<RunningBroker | undefined> {
  if (!existsSync(program)) return undefined
  return startBroker(['rabbitmq_management', 'rabbitmq_amqp1_0'])
}

async function startBroker(plugins: readonly string[], queueArguments: object = {}): Promise<RunningBroker> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const [amqp, http, distribution] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const names = String(await findFreePort()) // the port of the Erlang port mapper daemon of this broker
  await writeFile(join(folder, 'enabled_plugins'), `[${plugins.join(',')}].`)
  await writeFile(
    join(folder, 'rabbitmq.conf'),
    `listeners.tcp.1 = 127.0.0.1:${amqp}\nmanagement.tcp.ip = 127.0.0.1\nmanagement.tcp.port = ${http}\n`,
  )
  const { pid, close } = await startOnCore(cores.subject, [program], {
    env: {
      HOME: folder,
      RABBITMQ_NODENAME: `bench${process.pid}@localhost`,
      RABBITMQ_DIST_PORT: String(distribution),
      ERL_EPMD_PORT: names,
      RABBITMQ_MNESIA_BASE: folder,
      RABBITMQ_LOG_BASE: folder,
      RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
      RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq'),
    },
  })
  // The broker opens the port of the HTTP API before it can serve requests, and before the port for AMQP.
  await waitUntilListening(http)
  await waitUntilAccepting(amqp)
  const origin = `http://127.0.0.1:${http}`
  const defined = await fetch(`${origin}/api/queues/%2F/bench`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ durable: true, arguments: queueArguments }),
    signal: AbortSignal.timeout(10_000),
  })
  if (!defined.ok) throw new Error(`RabbitMQ did not define the queue: HTTP ${defined.status}`)
  const end = async () => {
    await close()
    await endNames(names)
    await rm(folder, { recursive: true, force: true })
  }
  return { amqpPort: amqp, httpOrigin: origin, pid, close: end }
}

/**
 * Ends the Erlang port mapper daemon, which runs longer than its last node and can be ended only after it has
 * noticed the end of the node.
 */
async function endNames(port: string): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    const { status } = spawnSync('epmd', ['-kill'], { env: { ...process.env, ERL_EPMD_PORT: port } })
    if (status === 0) return
    await wait(100)
  }
}

/** Returns the request that puts a persistent message. */
export function buildRabbitmqPut(payload: string): Request[] {
  const message = { properties: { delivery_mode: 2 }, routing_key: 'bench', payload, payload_encoding: 'string' }
  return [{ method: 'POST', path: '/api/exchanges/%2F/amq.default/publish', body: JSON.stringify(message) }]
}

/** Returns the request that gets one message, which is removed or put back. */
export function buildRabbitmqGet(ackmode: 'ack_requeue_false' | 'ack_requeue_true'): Request {
  const body = JSON.stringify({ count: 1, ackmode, encoding: 'auto' })
  return { method: 'POST', path: '/api/queues/%2F/bench/get', body }
}
