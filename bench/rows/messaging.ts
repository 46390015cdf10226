/** Persistent puts of 1 KiB, and puts with destructive gets in turn, over HTTPS with 64 connections. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { compare, type Peer, type RowResult, type Subject } from '../harness/compare.ts'
import { how } from '../harness/how.ts'
import { cores } from '../harness/process.ts'
import { publishing, startRabbitmq } from '../peers/rabbitmq.ts'
import { startScript } from '../peers/script.ts'

const runmqsc = fileURLToPath(new URL('../../bin/runmqsc.js', import.meta.url))
const text = 'x'.repeat(1024)
const put = { method: 'POST', body: text }
const puts = [put]
const putsAndGets = [put, { method: 'DELETE' }]
const path = '/ibmmq/rest/v2/messaging/qmgr/QM1/queue/DEV.BENCH/message'

export async function messaging(): Promise<RowResult[]> {
  return [
    ...(await compare('persistent put', sluice(puts), [bareHttps(puts), rabbitmq], how)),
    ...(await compare('put and get in turn', sluice(putsAndGets), [bareHttps(putsAndGets)], how)),
  ]
}

function sluice(requests: readonly { method: string; body?: string }[]): Subject {
  return {
    name: 'Sluice',
    async start() {
      const data = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
      const environment = { SLUICE_DATA: data, SLUICE_MQWEB_PORT: '0', SLUICE_LOG: 'warn' }
      const { port, close } = await startScript(cores.subject, 'mqweb.ts', { environment })
      defineQueue(data)
      return {
        url: `https://127.0.0.1:${port}${path}`,
        headers: {
          authorization: `Basic ${Buffer.from('app:passw0rd').toString('base64')}`,
          'content-type': 'text/plain;charset=utf-8',
          'ibm-mq-rest-csrf-token': '',
          'ibm-mq-md-persistence': 'persistent',
        },
        requests,
        close: () => close().then(() => rm(data, { recursive: true })),
      }
    },
  }
}

/** A queue that is never full. */
function defineQueue(data: string): void {
  const { status, stdout } = spawnSync(process.execPath, [runmqsc, 'QM1'], {
    env: { ...process.env, SLUICE_DATA: data },
    input: 'DEFINE QLOCAL(DEV.BENCH) MAXDEPTH(999999999)',
  })
  if (status !== 0) throw new Error(`the queue could not be made: ${stdout}`)
}

function bareHttps(requests: readonly { method: string; body?: string }[]): Peer {
  return {
    name: 'bare node:https, nothing kept',
    target: 0.5,
    async start() {
      const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
      const { port, close } = await startScript(cores.subject, 'bare-https.ts', { args: [folder] })
      const end = () => close().then(() => rm(folder, { recursive: true }))
      return { url: `https://127.0.0.1:${port}/`, headers: {}, requests, close: end }
    },
  }
}

const rabbitmq: Peer = {
  name: 'RabbitMQ, HTTP API, durable',
  target: 15,
  async start() {
    const started = await startRabbitmq()
    return started && { ...publishing(started.origin, text), close: started.close }
  },
}
