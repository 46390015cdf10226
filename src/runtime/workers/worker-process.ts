/** One worker process as the primary sees it: its channel, its heartbeat and its end. */
import cluster from 'node:cluster'

import type { Log } from '../../lib/log.ts'
import {
  type PrimaryToWorker,
  primaryToWorker,
  type WorkerHealth,
  type WorkerToPrimary,
} from '../messages.ts'
import { type Channel, type Handlers, openChannel } from '../rpc/channel.ts'
import { childPort } from '../rpc/ports.ts'
import type { RpcError } from '../rpc/rpc-error.ts'
import { startHeartbeat } from './heartbeat.ts'

export interface WorkerProcess extends Channel<PrimaryToWorker> {
  readonly pid: number | undefined
  /** Whether it responds to the heartbeat. */
  responds(): boolean
  /** What it has reported with the last heartbeat. */
  health(): WorkerHealth | undefined
  /** Settles when the process has ended. */
  readonly exited: Promise<Exit>
  /** Ends it without asking. The reason goes to the log. */
  kill(reason: string): void
  /** Requests in flight finish, then it ends; it is killed when that takes too long. */
  stop(): Promise<void>
}

export interface Exit {
  code: number | null
  signal: string | null
}

export interface WorkerProcessOptions {
  log: Log
  handlers: Handlers<WorkerToPrimary>
  /** Milliseconds without a response after which the worker is killed. */
  hangMs: number
}

const intervalMs = 1_000
/** Loading the code takes a second on an idle machine. */
const startLimitMs = 60_000

/** Starts a process of the program that `cluster.setupPrimary` names. */
export function startWorkerProcess({ log, handlers, hangMs }: WorkerProcessOptions): WorkerProcess {
  const worker = cluster.fork()
  const { pid } = worker.process
  const channel = openChannel<PrimaryToWorker, WorkerToPrimary>(childPort(worker), {
    peer: `worker ${pid}`,
    deadlines: primaryToWorker,
    handlers,
  })
  const exited = new Promise<Exit>((resolve) => {
    worker.once('exit', (code, signal) => resolve({ code, signal }))
  })
  const heartbeat = startHeartbeat({
    ping: () => channel.call('ping', undefined),
    intervalMs,
    limit: Math.ceil(hangMs / intervalMs),
    startLimit: startLimitMs / intervalMs,
    onHang: () => kill('it does not respond any more'),
  })
  void exited.then(heartbeat.stop)

  return {
    ...channel,
    pid,
    responds: heartbeat.responds,
    health: heartbeat.health,
    exited,
    kill,
    async stop() {
      channel.call('stop', undefined).catch((error: RpcError) => {
        if (error.code !== 'closed') kill('it did not end')
      })
      await exited
    },
  }

  function kill(reason: string): void {
    if (worker.isDead()) return
    log.error({ worker: pid, reason }, 'a worker is killed')
    worker.process.kill('SIGKILL')
  }
}
