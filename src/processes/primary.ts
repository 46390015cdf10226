/**
 * The primary of the gateway: hands its workers the configuration, passes on what they announce, replaces those
 * that die, and owns the management port.
 */
import cluster, { type Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'

import { Counter, Gauge, type Registry } from 'prom-client'

import type { Config } from '../config/types.ts'
import { openListener } from '../http/listener.ts'
import type { Log } from '../lib/log.ts'
import { managementHandler } from './management.ts'
import type { Announcement, Assignment, FromWorker, Order, OrderName, Orders } from './messages.ts'
import { type Give, openOrders, tell } from './orders.ts'

export interface Workers {
  /** Hands the first assignment to every worker; settles when each of them serves. */
  serve(assignment: Assignment): Promise<RunningGateway>
  /** Ends the workers that were started. */
  close(): Promise<void>
}

export interface RunningGateway {
  /** Where callers reach it. */
  url: string
  /** Where it listens; another address when something stands in front. */
  listening: string
  adminUrl: string
  /**
   * Puts another configuration to use in every worker, without losing a call: each builds it first, and only when
   * all of them have is it adopted. Rejects when one cannot; then the old one stays in use everywhere.
   */
  use(config: Config): Promise<void>
  /** The answers of all workers that serve; those that die meanwhile are left out. */
  ask<Name extends OrderName>(order: Order & { do: Name }): Promise<Orders[Name]['answer'][]>
  /** Readiness off, calls in flight finish, workers end. */
  close(): Promise<void>
}

export interface PrimaryOptions {
  workers: number
  adminHost: string
  adminPort: number
}

export interface PrimaryTools {
  log: Log
  /** What the primary itself measures; shown beside the sums of the workers. */
  metrics: Registry
}

const firstDelayMs = 100
const longestDelayMs = 10_000
const settledAfterMs = 30_000
const longestEndMs = 15_000

/**
 * Starts the worker processes. They load their code while the caller still prepares what they will serve,
 * which is where most of a start's time goes.
 */
export function startWorkers(
  { workers: count, adminHost, adminPort }: PrimaryOptions,
  { log, metrics }: PrimaryTools,
): Workers {
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('worker.ts', import.meta.url)),
    serialization: 'advanced',
  })

  const workers = new Map<Worker, Give>()
  const deaths = new Counter({
    name: 'sluice_worker_deaths_total',
    help: 'Workers that died and were replaced',
    registers: [metrics],
  })
  new Gauge({
    name: 'sluice_workers_ready',
    help: 'Workers that serve',
    registers: [metrics],
    collect() {
      this.set(ready.size)
    },
  })
  const ready = new Map<Worker, Give>()
  let assignment: Assignment | undefined
  /** The port that is listened on; a free one was asked for as 0. */
  let openPort = 0
  let stopping = false
  let delayMs = firstDelayMs

  for (let started = 0; started < count; started += 1) start()

  function start(): Worker {
    const startedAt = Date.now()
    const worker = cluster.fork()
    workers.set(worker, openOrders(worker))
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'announce') relay(worker, message.announcement)
    })
    worker.on('exit', (code, signal) => {
      workers.delete(worker)
      ready.delete(worker)
      if (stopping || !assignment) return
      // Workers share what listens by the port that they ask for; with the last of them it is closed.
      if (workers.size === 0) assignment = { ...assignment, port: openPort }

      delayMs = Date.now() - startedAt > settledAfterMs ? firstDelayMs : Math.min(delayMs * 2, longestDelayMs)
      deaths.inc()
      log.error({ worker: worker.process.pid, code, signal, delayMs }, 'a worker died and is replaced')
      setTimeout(replace, delayMs)
    })
    return worker
  }

  function replace(): void {
    if (stopping || !assignment) return
    const worker = start()
    bringUp(worker, assignment).catch((error: Error) => {
      log.error({ worker: worker.process.pid, reason: error.message }, 'a worker could not be started')
      worker.process.kill('SIGKILL') // and the next one is started after a longer wait
    })
  }

  /** The port that the worker serves on. */
  async function bringUp(worker: Worker, given: Assignment): Promise<number> {
    const give = workers.get(worker) as Give
    const { port } = await give({ do: 'serve', assignment: given })
    ready.set(worker, give)

    // What was put to use while it started went to the others alone.
    for (let its = given.config; assignment && its !== assignment.config; ) {
      its = assignment.config
      await give({ do: 'prepare', config: its })
      await give({ do: 'adopt' })
    }
    return port
  }

  function relay(from: Worker, announcement: Announcement): void {
    for (const worker of workers.keys()) if (worker !== from) tell(worker, { kind: 'hear', announcement })
  }

  async function serve(given: Assignment): Promise<RunningGateway> {
    const started = [...workers.keys()].map((worker) => bringUp(worker, given))
    openPort = (await Promise.all(started))[0] as number
    assignment = given
    const listening = `http://${given.host.includes(':') ? `[${given.host}]` : given.host}:${openPort}`
    const management = await openListener({
      host: adminHost,
      port: adminPort,
      handler: managementHandler({
        ready: () => !stopping && ready.size > 0,
        workers: () => ready.size,
        metrics,
      }),
    })

    return {
      url: given.baseUrl || listening,
      listening,
      adminUrl: management.url,
      use,

      async ask(order) {
        const answers = await Promise.allSettled([...ready.values()].map((give) => give(order)))
        return answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
      },

      async close() {
        await closeWorkers()
        await management.close(0)
      },
    }
  }

  async function use(config: Config): Promise<void> {
    const all = [...ready]
    const tellAll = <Name extends OrderName>(order: Order & { do: Name }) =>
      Promise.allSettled(all.map(([, give]) => give(order)))

    const prepared = await tellAll({ do: 'prepare', config })
    const refusal = prepared.find((each, index) => each.status === 'rejected' && lives(all[index]?.[0]))
    if (refusal?.status === 'rejected') {
      await tellAll({ do: 'discard' })
      throw refusal.reason
    }
    assignment = { ...(assignment as Assignment), config } // for those that start from now on
    await tellAll({ do: 'adopt' })
  }

  /** One that died refuses nothing: whoever replaces it is handed what is in use by then. */
  function lives(worker: Worker | undefined): boolean {
    return worker !== undefined && workers.has(worker)
  }

  async function closeWorkers(): Promise<void> {
    stopping = true
    await Promise.all([...workers.keys()].map(ended))
  }

  return { serve, close: closeWorkers }
}

function ended(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => worker.process.kill('SIGKILL'), longestEndMs)
    worker.once('exit', () => {
      clearTimeout(late)
      resolve()
    })
    tell(worker, { kind: 'stop' })
  })
}
