/**
 * Measures persistent puts and gets of a queue manager in PostgreSQL: beside one in its folder, in one process, and over
 * the REST API beside a quorum queue of RabbitMQ.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { postgresBinaries, startPostgres } from '../../test/_support/postgres.ts'
import { compare, type RowResult, type Subject } from '../harness/compare.ts'
import { compareWithBaseline } from '../harness/limit-rows.ts'
import type { Request } from '../harness/load-types.ts'
import { median } from '../harness/median.ts'
import { captureOutput, cores } from '../harness/process.ts'
import { roundOptions, scaleCount } from '../harness/round-options.ts'
import { buildRabbitmqGet, buildRabbitmqPut, rabbitmqQuorum } from '../peers/rabbitmq.ts'
import { startScript } from '../peers/script.ts'
import { basicAuthHeaders } from '../peers/sluice-mq.ts'

const program = fileURLToPath(new URL('../servers/qm-stores.ts', import.meta.url))

const queue = 'DEV.BENCH'
const body = 'x'.repeat(1024)
const put: Request = { method: 'POST', body }
const get: Request = { method: 'DELETE' }

export async function measurePostgresQueueManager(): Promise<RowResult[]> {
  if (!postgresBinaries) throw new Error('PostgreSQL is not installed: apt-get install postgresql')
  return [
    ...(await measureStores()),
    ...(await compareWithQuorumQueue('persistent put over REST', [put], buildRabbitmqPut(body))),
    ...(await compareWithQuorumQueue(
      'put and get in turn over REST',
      [put, get],
      [...buildRabbitmqPut(body), buildRabbitmqGet('ack_requeue_false')],
    )),
  ]
}

/** Measures the REST API and the HTTP API of RabbitMQ in alternation, with 64 connections. */
async function compareWithQuorumQueue(
  name: string,
  requests: readonly Request[],
  others: readonly Request[],
): Promise<RowResult[]> {
  const row = `${name}, queue manager in PostgreSQL`
  const rows = await compare(row, startRestApi(requests), [rabbitmqQuorum(others, 10)], roundOptions)
  return rows.map((result) => {
    const { sluice, measured } = result
    if (!sluice || !measured) return result
    const rates = [sluice, measured].map(({ perSecond }) => Math.round(perSecond).toLocaleString('en'))
    const p99 = [sluice, measured].map(({ p99Ms }) => p99Ms.toFixed(2))
    return { ...result, figures: `${rates.join(' / ')} per second, p99 ${p99.join(' / ')} ms` }
  })
}

function startRestApi(requests: readonly Request[]): Subject {
  return {
    name: 'Sluice',
    async start() {
      const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
      const database = await startPostgres(['fsync=on', 'synchronous_commit=on'])
      const server = await startScript(cores.subject, 'postgres-mqweb.ts', { args: [folder, database.url, queue] })
      return {
        url: `https://127.0.0.1:${server.port}/ibmmq/rest/v2/messaging/qmgr/QM1/queue/${queue}/message`,
        headers: basicAuthHeaders,
        requests,
        async close() {
          await server.close()
          await database.close()
          await rm(folder, { recursive: true, force: true })
        },
      }
    },
  }
}

async function measureStores(): Promise<RowResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const server = await startPostgres(['fsync=on', 'synchronous_commit=on'])
  try {
    const words = [folder, server.url, scaleCount(20_000), roundOptions.rounds].map(String)
    const output = await captureOutput(cores.subject, [process.execPath, program, ...words])
    return ['put', 'get'].map((call) => {
      const [own, peer] = ['postgres', 'folder'].map((store) => readFigures(output, `${store} ${call}`))
      if (!own || !peer) throw new Error(`no figures of ${call} in: ${output}`)
      return compareWithBaseline(
        `persistent ${call}, queue manager in PostgreSQL`,
        'queue manager in its folder',
        own.rate / peer.rate,
        0.6,
        `${own.rate.toLocaleString('en')} / ${peer.rate.toLocaleString('en')} per second, p99 ${own.p99} / ${peer.p99} ms`,
      )
    })
  } finally {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function readFigures(output: string, name: string): { rate: number; p99: number } {
  const found = [...output.matchAll(new RegExp(`${name} (\\d+) p99 ([\\d.]+)`, 'g'))]
  return { rate: median(found.map(([, rate]) => Number(rate))), p99: median(found.map(([, , p99]) => Number(p99))) }
}
