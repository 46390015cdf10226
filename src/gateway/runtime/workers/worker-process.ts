/** One worker process, as the primary controls it: channel, heartbeat and end. */
import cluster from 'node:cluster'
import type { Duplex } from 'node:stream'
import type { Log } from '../../../shared/lib/output/log.ts'
import { hangDescriptor } from '../../../shared/process/listening/inherited-sockets.ts'
import { askHungWorker } from '../hangs/ask-hung-worker.ts'
import type { HangReport } from '../hangs/request-in-progress.ts'
import { type PrimaryToWorker, type WorkerToPrimary, workerDeadlines } from '../messages.ts'
import { childPort } from '../rpc/ports.ts'
import { type MessageHandlers, openRpcChannel, type RpcError } from '../rpc/rpc-channel.ts'
import { startHeartbeat } from './heartbeat.ts'
import { openIntervalCount } from './interval-count.ts'

export type WorkerProcess = ReturnType<typeof startWorkerProcess>

export type ProcessExit = { code: number | null; signal: string | null }

export interface WorkerProcessOptions {
  log: Log
  handlers: MessageHandlers<WorkerToPrimary>
  /** Milliseconds without a response, in which it had a core or slept, after which the worker is killed. */
  workerTimeoutMs: number
  /** Called with what a worker did that hangs, before it is killed. */
  onHang(report: HangReport): void
}

const intervalMs = 1_000
/** Loading the code takes a second on an idle machine. */
const startLimitMs = 60_000

/** Starts a process of the program that `cluster.setupPrimary` names. */
export function startWorkerProcess(options: WorkerProcessOptions) {
  const { log, handlers, workerTimeoutMs: hangMs, onHang } = options
  const worker = cluster.fork()
  const { pid } = worker.process
  const channel = openRpcChannel<PrimaryToWorker, WorkerToPrimary>(childPort(worker), {
    peer: `worker ${pid}`,
    deadlines: workerDeadlines,
    handlers,
  })
  const pipe = worker.process.stdio[hangDescriptor] as Duplex | null | undefined
  pipe?.on('error', () => {}) // the worker has ended
  const exited = new Promise<ProcessExit>((resolve) => {
    worker.once('exit', (code, signal) => resolve({ code, signal }))
  })
  const heartbeat = startHeartbeat({
    ping: () => channel.request('ping', undefined),
    intervalMs,
    maxMissed: Math.ceil(hangMs / intervalMs),
    maxMissedAtStart: startLimitMs / intervalMs,
    countInterval: openIntervalCount(pid, intervalMs),
    onHang: () => void killHung(),
  })
  void exited.then(heartbeat.stop)

  return {
    ...channel,
    pid,
    /** Whether it responds to the heartbeat. */
    isResponding: heartbeat.isResponding,
    /** Returns the state from the last heartbeat. */
    health: heartbeat.health,
    refreshHealth: heartbeat.refresh,
    /** Settles when the process has ended. */
    exited,
    kill,
    /** Finishes the requests in flight and ends the process; kills it after the deadline. */
    async stop(): Promise<void> {
      channel.request('stop', undefined).catch((error: RpcError) => {
        if (error.code !== 'closed') kill('it did not end')
      })
      await exited
    },
  }

  async function killHung(): Promise<void> {
    const report = pipe ? await askHungWorker(pipe) : undefined
    if (worker.isDead()) return
    kill('it does not respond any more', describeHang(report))
    if (report) onHang(report)
  }

  /** Kills the process. The reason goes to the log. */
  function kill(reason: string, details?: object): void {
    if (worker.isDead()) return
    log.error({ worker: pid, reason, ...details }, 'a worker is killed')
    worker.process.kill('SIGKILL')
  }
}

const maxLoggedRequests = 50

/** Returns what the log says about a worker that hangs. */
function describeHang(report: HangReport | undefined): object {
  if (!report?.requests) return { requests: 'unknown: the worker could not be interrupted' }
  const { requests, executed, stack } = report
  const logged = requests.map(({ fingerprint: _, ...request }, index) => ({ ...request, executed: index === executed }))
  // The request that the worker executes comes first, and is logged however many there are.
  logged.sort((a, b) => Number(b.executed) - Number(a.executed))
  return { requestCount: logged.length, requests: logged.slice(0, maxLoggedRequests), stack }
}
