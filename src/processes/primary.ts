/**
 * The primary of the gateway: hands its workers the configuration, passes on what they announce, replaces those
 * that die, and owns the management port.
 */
import cluster, { type Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'

import type { Registry } from 'prom-client'

import type { Config } from '../config/types.ts'
import { openListener } from '../http/listener.ts'
import type { Log } from '../lib/log.ts'
import { managementHandler } from './management.ts'
import type { Announcement, Assignment, FromWorker, ToWorker } from './messages.ts'

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
  tools: PrimaryTools,
): Workers {
  const { log, metrics } = tools
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('worker.ts', import.meta.url)),
    serialization: 'advanced',
  })

  const workers = new Set<Worker>()
  const ready = new Set<Worker>()
  let assignment: Assignment | undefined
  let stopping = false
  let delayMs = firstDelayMs

  for (let started = 0; started < count; started += 1) start()

  function start(): Worker {
    const startedAt = Date.now()
    const worker = cluster.fork()
    workers.add(worker)
    worker.on('message', (message: FromWorker) => hear(worker, message))
    worker.on('exit', (code, signal) => {
      workers.delete(worker)
      ready.delete(worker)
      if (stopping || !assignment) return

      delayMs = Date.now() - startedAt > settledAfterMs ? firstDelayMs : Math.min(delayMs * 2, longestDelayMs)
      log.error({ worker: worker.process.pid, code, signal, delayMs }, 'a worker died and is replaced')
      setTimeout(() => {
        if (!stopping && assignment) tell(start(), { kind: 'serve', assignment })
      }, delayMs)
    })
    return worker
  }

  function hear(from: Worker, message: FromWorker): void {
    if (message.kind === 'ready') ready.add(from)
    if (message.kind === 'announce') relay(from, message.announcement)
    if (message.kind === 'failed') log.error({ worker: from.process.pid }, message.reason)
  }

  function relay(from: Worker, announcement: Announcement): void {
    for (const worker of workers) if (worker !== from) tell(worker, { kind: 'hear', announcement })
  }

  async function serve(given: Assignment): Promise<RunningGateway> {
    assignment = given
    const [port] = await Promise.all(
      [...workers].map((worker) => order(worker, { kind: 'serve', assignment: given })),
    )
    assignment = { ...given, port: port as number }
    const listening = `http://${given.host.includes(':') ? `[${given.host}]` : given.host}:${port}`
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

      async use(config) {
        const all = [...ready]
        try {
          await Promise.all(all.map((worker) => order(worker, { kind: 'prepare', config })))
        } catch (error) {
          for (const worker of all) tell(worker, { kind: 'discard' })
          throw error
        }
        assignment = { ...(assignment as Assignment), config } // for those that start from now on
        await Promise.all(all.map((worker) => order(worker, { kind: 'adopt' })))
      },

      async close() {
        await closeWorkers()
        await management.close(0)
      },
    }
  }

  async function closeWorkers(): Promise<void> {
    stopping = true
    await Promise.all([...workers].map(ended))
  }

  return { serve, close: closeWorkers }
}

/** Says something to a worker and waits until it has done it: the port that it serves on. */
function order(worker: Worker, message: ToWorker): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (action: () => void) => {
      worker.off('message', hear)
      worker.off('exit', died)
      action()
    }
    const died = () => settle(() => reject(new Error(`a worker ended while it was told to ${message.kind}`)))
    const hear = (answer: FromWorker) => {
      if (answer.kind === 'failed') settle(() => reject(new Error(answer.reason)))
      if (answer.kind === 'ready') settle(() => resolve(answer.port))
      if (answer.kind === 'prepared' || answer.kind === 'adopted') settle(() => resolve(undefined))
    }
    worker.on('message', hear)
    worker.once('exit', died)
    tell(worker, message)
  })
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

function tell(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message)
}
