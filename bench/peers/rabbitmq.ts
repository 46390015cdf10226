/** RabbitMQ with its HTTP API and a durable queue, where it is installed. */
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Running } from '../harness/compare.ts'
import { cores, startOn } from '../harness/process.ts'
import { freePort, untilItListens } from './ports.ts'

const program = '/usr/lib/rabbitmq/bin/rabbitmq-server'
const headers = {
  authorization: `Basic ${Buffer.from('guest:guest').toString('base64')}`,
  'content-type': 'application/json',
}

/** Starts it; undefined where it is not installed. */
export async function startRabbitmq(): Promise<(Pick<Running, 'close'> & { origin: string }) | undefined> {
  if (!existsSync(program)) return undefined

  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const [amqp, http, distribution] = [await freePort(), await freePort(), await freePort()]
  await writeFile(join(folder, 'enabled_plugins'), '[rabbitmq_management].')
  await writeFile(
    join(folder, 'rabbitmq.conf'),
    `listeners.tcp.1 = 127.0.0.1:${amqp}\nmanagement.tcp.ip = 127.0.0.1\nmanagement.tcp.port = ${http}\n`,
  )
  const { close } = await startOn(cores.subject, [program], {
    env: {
      HOME: folder,
      RABBITMQ_NODENAME: `bench${process.pid}@localhost`,
      RABBITMQ_DIST_PORT: String(distribution),
      RABBITMQ_MNESIA_BASE: folder,
      RABBITMQ_LOG_BASE: folder,
      RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
      RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq'),
    },
  })
  await untilItListens(http)
  const origin = `http://127.0.0.1:${http}/api`
  await fetch(`${origin}/queues/%2F/bench`, { method: 'PUT', headers, body: '{"durable":true}' })
  return { origin, close: () => close().then(() => rm(folder, { recursive: true, force: true })) }
}

/** A persistent message of a text to the queue, as `POST` of `{origin}/exchanges/%2F/amq.default/publish`. */
export function publishing(origin: string, payload: string): Omit<Running, 'close'> {
  const body = JSON.stringify({
    properties: { delivery_mode: 2 },
    routing_key: 'bench',
    payload,
    payload_encoding: 'string',
  })
  return { url: `${origin}/exchanges/%2F/amq.default/publish`, headers, requests: [{ method: 'POST', body }] }
}
