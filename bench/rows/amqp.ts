/** Measures AMQP 1.0: durable puts that the server settles, gets that the client accepts, and idle clients. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import rhea, { type Connection } from 'rhea'
import type { RowResult } from '../harness/compare.ts'
import { compareWithLimit } from '../harness/limit-rows.ts'
import { median } from '../harness/median.ts'
import { readResidentMib } from '../harness/memory.ts'
import { captureOutput, cores } from '../harness/process.ts'
import { roundOptions, scaleCount } from '../harness/round-options.ts'
import { startRabbitmqAmqp } from '../peers/rabbitmq.ts'
import { startScript } from '../peers/script.ts'

const peer = 'RabbitMQ, AMQP 1.0 plugin, durable'
const target = 1.2
const idleCount = scaleCount(1000)
const load = fileURLToPath(new URL('../servers/amqp-load.ts', import.meta.url))

interface Rates {
  putsPerSecond: number
  getsPerSecond: number
}

interface Endpoint {
  readonly port: number
  readonly address: string
  readonly user: string
  readonly password: string
}

export async function measureAmqp(): Promise<RowResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const { port, pid, close } = await startScript(cores.subject, 'amqp-queue-manager.ts', { args: [folder] })
  const broker = await startRabbitmqAmqp()
  const own: Endpoint = { port, address: 'BENCH', user: '', password: '' }
  const other: Endpoint | undefined = broker && {
    port: broker.amqpPort,
    address: '/amq/queue/bench',
    user: 'guest',
    password: 'guest',
  }
  const samples: { own: Rates[]; other: Rates[] } = { own: [], other: [] }
  try {
    const idle = await measureIdleClients(own, pid)
    for (let round = 0; round <= roundOptions.rounds; round++) {
      const rates = { own: await measure(own), other: other && (await measure(other)) }
      if (round === 0) continue // the first round warms up
      samples.own.push(rates.own)
      if (rates.other) samples.other.push(rates.other)
    }
    return [
      compareRates('AMQP durable put', ({ putsPerSecond }) => putsPerSecond, samples),
      compareRates('AMQP get and accept', ({ getsPerSecond }) => getsPerSecond, samples),
      idle,
    ]
  } finally {
    await broker?.close()
    await close()
    await rm(folder, { recursive: true })
  }
}

async function measure({ port, address, user, password }: Endpoint): Promise<Rates> {
  const words = [load, String(port), address, user, password, String(roundOptions.seconds)]
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', ...words] as const
  return JSON.parse(await captureOutput(cores.others, command)) as Rates
}

function compareRates(
  row: string,
  read: (rates: Rates) => number,
  { own, other }: { own: readonly Rates[]; other: readonly Rates[] },
): RowResult {
  const sluice = median(own.map(read))
  const figures = (rate: number) => Math.round(rate).toLocaleString('en')
  if (other.length === 0)
    return { row, peer, ratio: null, target: null, ok: null, figures: `${figures(sluice)} per second` }
  const measured = median(other.map(read))
  const ratio = sluice / measured
  return {
    row,
    peer,
    ratio,
    target,
    ok: ratio >= target,
    figures: `${figures(sluice)} / ${figures(measured)} per second`,
  }
}

/** Measures the memory of clients that are connected and do nothing. */
async function measureIdleClients({ port }: Endpoint, pid: number): Promise<RowResult> {
  const clients = await Promise.all(Array.from({ length: 50 }, () => connect(port)))
  await wait(1000)
  const before = readResidentMib(pid)
  for (let opened = 0; opened < idleCount; opened += 50) {
    clients.push(...(await Promise.all(Array.from({ length: 50 }, () => connect(port)))))
  }
  await wait(2000)
  const each = ((readResidentMib(pid) - before) * 1024) / idleCount
  for (const client of clients) client.close()
  const row = `${idleCount.toLocaleString('en')} idle AMQP clients`
  return compareWithLimit({ row, name: 'each', value: each, limit: 20, unit: 'KiB' })
}

async function connect(port: number): Promise<Connection> {
  const client = rhea.create_container().connect({ host: '127.0.0.1', port, username: 'anonymous', reconnect: false })
  client.on('disconnected', () => undefined)
  await once(client, 'connection_open', { signal: AbortSignal.timeout(10_000) })
  return client
}
