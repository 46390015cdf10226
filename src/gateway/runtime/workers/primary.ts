/** The primary of the gateway: a pool of workers, and the management port for all of them. */
import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { openLoggedConnectionLimits } from '../../../shared/http/inbound/logged-connection-limits.ts'
import { openListener } from '../../../shared/http/listener/listener.ts'
import type { Log } from '../../../shared/lib/output/log.ts'
import type { Registry } from '../../../shared/lib/output/prometheus.ts'
import { buildWorkerStreams } from '../../../shared/process/listening/inherited-sockets.ts'
import { claimListeners, defaultBaseUrl, listenerUrl, localUrl } from '../../../shared/process/listening/listeners.ts'
import type { ListeningSettings } from '../../../shared/process/settings/listening-settings.ts'
import { registerBuildMetrics } from '../../telemetry/metrics/index.ts'
import type { WorkerAssignment } from '../messages.ts'
import { registerNodeMetrics } from '../nodes/node-list.ts'
import type { Settings } from '../settings/settings.ts'
import { buildManagementHandler, type Readiness } from './management.ts'
import { findCopyProblem, registerReadinessMetrics, registerStoreCopyMetrics } from './readiness-metrics.ts'
import { startWorkerPool, type WorkerPool, type WorkerRequestHandlers } from './worker-pool.ts'

/** The assignment of workers before it is known whether they share sockets. */
export type PendingAssignment = Omit<WorkerAssignment, 'shared' | 'ticketKeys'>

export interface RunningGateway
  extends Pick<WorkerPool, 'useConfig' | 'renewCertificate' | 'requestAll' | 'requestOne' | 'nodes'> {
  /** The base URL for callers. */
  url: string
  /** The URL for programs on this machine. */
  localUrl: string
  /** The URLs of all listening sockets. */
  listenerUrls: readonly string[]
  adminUrl: string
  /** Turns readiness off, then waits; the workers serve as before. */
  startDraining(delayMs: number): Promise<void>
  /** Turns readiness off, finishes the requests in flight and ends the workers. */
  close(): Promise<void>
}

type PrimarySetting = 'workerCount' | 'workerTimeoutMs' | 'adminHost' | 'adminNames' | 'adminPort'

export interface PrimaryOptions extends Pick<Settings, PrimarySetting> {
  listening: Pick<ListeningSettings, 'listeners'>
}

export interface PrimaryDeps {
  log: Log
  /** The metrics of the primary itself. */
  metrics: Registry
  /** The metrics of the backends in this process, as text: the MQ web server of the sandbox. */
  backendMetrics: () => Promise<string>
  /** Handles requests of workers; settles when the primary is ready for them. */
  handlers: Promise<WorkerRequestHandlers>
}

/** Starts the worker processes, which load their code while the caller prepares what they will serve. */
export function startWorkers(
  { workerCount: workers, workerTimeoutMs: hangMs, adminHost, adminNames, adminPort, listening }: PrimaryOptions,
  { log, metrics, backendMetrics, handlers }: PrimaryDeps,
) {
  registerBuildMetrics(metrics)
  const deaths = metrics.counter('sluice_worker_deaths_total', 'Workers that died and were replaced')
  const silent = metrics.gauge(
    'sluice_workers_silent',
    'Workers that did not respond in time when these metrics were collected; what they sent last is in the sums',
  )
  const pool = startWorkerPool({
    workerCount: workers,
    workerTimeoutMs: hangMs,
    streams: buildWorkerStreams(listening.listeners),
    log,
    handlers,
    onDeath: () => deaths.inc(),
  })
  metrics.observe('sluice_workers_ready', 'Workers that serve and respond', [], pool.countReady)
  registerNodeMetrics(metrics, pool.nodes)
  registerStoreCopyMetrics(metrics, pool.storeCopies)

  return {
    serve,
    /** Ends the workers that were started. */
    close: pool.close,
  }

  /** Metrics of one source that fail are left out; all others are returned. */
  async function renderMetrics(): Promise<string> {
    const ofWorkers = await pool.metrics()
    silent.set(ofWorkers.silentWorkers)
    const ofBackends = await backendMetrics().catch((error: unknown) => {
      log.warn({ err: error }, 'the metrics of the queue managers are missing')
      return ''
    })
    return `${metrics.render()}\n${ofWorkers.text}\n${ofBackends}`
  }

  /** Hands the first assignment to every worker; settles when each of them serves. */
  async function serve(task: PendingAssignment): Promise<RunningGateway> {
    const { listeners, shared, release } = await claimListeners(task.listeners)
    const baseUrl = task.baseUrl || defaultBaseUrl(listeners)
    let lifecycle: string | undefined = 'the gateway starts'
    const readiness = () => {
      const workers = pool.countReady()
      const none = workers === 0 ? 'no worker serves and responds' : undefined
      return {
        workers,
        checks: {
          lifecycle: { problem: lifecycle, neededFor: 'calls' },
          workers: { problem: none, neededFor: 'calls' },
          store: { problem: pool.findProblem('store'), neededFor: 'tokens' },
          counters: {
            problem: pool.findProblem('counters'),
            neededFor: task.counters.attempts === 'reject' ? 'tokens' : undefined,
          },
          storeCopy: { problem: findCopyProblem(pool.storeCopies()), neededFor: 'tokens' },
        },
        nodes: pool.nodes(),
      } satisfies Readiness
    }
    registerReadinessMetrics(metrics, readiness)
    const handler = buildManagementHandler({ readiness, metrics: renderMetrics, hostNames: [adminHost, ...adminNames] })
    const limits = openLoggedConnectionLimits({ settings: task.connections, log })
    const management = await openListener({ host: adminHost, port: adminPort, handler, limits, log }).catch(
      async (error) => {
        await release()
        throw error
      },
    )
    try {
      await pool.serve({ ...task, listeners, shared, baseUrl, ticketKeys: randomBytes(48) }).finally(release)
    } catch (error) {
      await management.close(0)
      throw error
    }
    lifecycle = undefined

    return {
      ...pool,
      url: baseUrl,
      localUrl: localUrl(listeners),
      listenerUrls: listeners.map(listenerUrl),
      adminUrl: management.url,
      async startDraining(delayMs) {
        lifecycle = 'the gateway ends'
        if (delayMs > 0) await setTimeout(delayMs)
      },
      async close() {
        lifecycle = 'the gateway ends'
        await pool.close()
        await management.close(0)
      },
    }
  }
}
