/** The pool of worker processes: a slot for each worker, all on the same revision. */
import cluster from 'node:cluster'
import type { ServerTls } from '../../../shared/http/listener/server-tls.ts'
import { findModule } from '../../../shared/lib/package/source-files.ts'
import type { WorkerStream } from '../../../shared/process/listening/inherited-sockets.ts'
import { openConcurrentCalls, openSemaphore } from '../../../shared/security/index.ts'
import type { StoreCopyState } from '../../../shared/storage/index.ts'
import { type SerializedConfig, selectUpdate } from '../documents/serialized-config.ts'
import { openRepeatedHangs, refusalSeconds } from '../hangs/repeated-hangs.ts'
import type { HangReport } from '../hangs/request-in-progress.ts'
import {
  type BroadcastMessage,
  type PrimaryToWorker,
  primaryDeadlines,
  type WorkerAssignment,
  type WorkerHealth,
  type WorkerToPrimary,
} from '../messages.ts'
import type { GatewayNode } from '../nodes/node-list.ts'
import { type MessageHandlers, RpcError } from '../rpc/rpc-channel.ts'
import { type CollectedMetrics, openMetricsCollector } from './collect-metrics.ts'
import { startWorkerProcess, type WorkerProcess, type WorkerProcessOptions } from './worker-process.ts'
import { openWorkerSlot } from './worker-slot.ts'

export interface WorkerPool {
  /** Hands the first assignment to every worker; settles when each slot has one that serves. */
  serve(assignment: WorkerAssignment): Promise<void>
  /** Uses a configuration in all workers once all have built it. Rejects when one cannot; the old one then stays. */
  useConfig(config: SerializedConfig): Promise<void>
  /** Puts another certificate to use in every worker. */
  renewCertificate(tls: ServerTls): Promise<void>
  /** Sends a request to all workers that serve, and returns the responses that arrive in time. */
  requestAll<
    Name extends 'explain' | 'movements' | 'rejections' | 'inspect' | 'part' | 'callLog' | 'follow' | 'slowest',
  >(
    name: Name,
    argument: PrimaryToWorker[Name]['argument'],
    deadlineMs?: number,
  ): Promise<PrimaryToWorker[Name]['result'][]>
  /** Sends a request to one of the workers that serve. Rejects when there is none. */
  requestOne<Name extends 'askNodes' | 'profile'>(
    name: Name,
    argument: PrimaryToWorker[Name]['argument'],
  ): Promise<PrimaryToWorker[Name]['result']>
  /** Returns the metrics of the workers that serve. */
  metrics(): Promise<CollectedMetrics>
  /** Returns the number of workers that serve and respond. */
  countReady(): number
  /** Returns why no worker can use the store or the counters; undefined while one can. */
  findProblem(part: keyof WorkerHealth['problems']): string | undefined
  /** Returns the states of the copy of the store in all workers that keep one. */
  storeCopies(): StoreCopyState[]
  /** Returns the gateways that share the store; undefined when the store is on this machine. */
  nodes(): readonly GatewayNode[] | undefined
  /** Finishes the requests in flight and ends the workers. */
  close(): Promise<void>
}

/** Handles the requests of workers to the primary. */
export type WorkerRequestHandlers = Omit<MessageHandlers<WorkerToPrimary>, 'broadcast' | 'enterCall' | 'leaveCall'>

export interface WorkerPoolOptions extends Pick<WorkerProcessOptions, 'log' | 'workerTimeoutMs'> {
  workerCount: number
  /** The streams and descriptors of workers. */
  streams: readonly WorkerStream[]
  /** Settles when the primary can handle requests of workers. */
  handlers: Promise<WorkerRequestHandlers>
  /** Called for each worker that died. */
  onDeath(): void
}

/**
 * V8's flags of a worker. A collection copies the calls in flight, so it should be rare: with 4 MiB there is one in 250 calls, and a
 * call costs a sixth more at 64 callers. With 16 MiB a worker has 10 MiB more after its start; V8's default of 32 MiB would add more.
 * Without the second flag, V8 may decide after a start to allocate records of calls in the old generation, and each call costs up to
 * a fifth more until the process ends.
 */
const memoryFlags = ['--max-semi-space-size=16', '--no-allocation-site-pretenuring']

/** The limit of the queue; changes of documents and certificates never reach it. */
const maxWaitingChanges = 1_000

/** Starts the worker processes. They load their code while the caller prepares the assignment. */
export function startWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const { workerCount: workers, workerTimeoutMs: hangMs, streams, log, handlers, onDeath } = options
  cluster.setupPrimary({
    stdio: [...streams],
    exec: findModule('gateway/runtime/programs/worker'),
    execArgv: [...process.execArgv, ...memoryFlags],
    serialization: 'advanced',
  })

  const forwarded = forwardRequests(handlers)
  const openCallShare = openConcurrentCalls()
  const running = new Set<WorkerProcess>()
  const serving = new Set<WorkerProcess>()
  const hangs = openRepeatedHangs(() => performance.now())
  const first = Promise.withResolvers<void>()
  let assignment: WorkerAssignment | undefined
  /** Changes of the assignment, and workers that catch up with them, one after the other. */
  const inTurn = openSemaphore({
    maxRunning: 1,
    maxWaiting: maxWaitingChanges,
    createOverflowError: () => new Error('too many changes of the documents wait for the workers'),
  })
  const slots = Array.from({ length: workers }, () => openWorkerSlot({ start, bringUp, log, onDeath: () => onDeath() }))

  return {
    async serve(given) {
      assignment = given
      first.resolve()
      await Promise.all(slots.map(({ firstServed: served }) => served))
    },
    useConfig: (config) => inTurn(() => use(config)),
    renewCertificate: (tls) => inTurn(() => renew(tls)),
    async requestAll(name, argument, deadlineMs) {
      const requests = responding().map((worker) => worker.request(name, argument, deadlineMs))
      const results = await Promise.allSettled(requests)
      return results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    },
    async requestOne(name, argument) {
      const [worker] = responding()
      if (!worker) throw new Error('no worker of the gateway responds: see its log')
      return worker.request(name, argument)
    },
    metrics: openMetricsCollector(serving),
    countReady: () => responding().length,
    findProblem(part) {
      const problems = responding().map((worker) => worker.health()?.problems[part])
      return problems.every((each) => each !== undefined) ? problems[0] : undefined
    },
    storeCopies: () => responding().flatMap((worker) => worker.health()?.storeCopy ?? []),
    nodes: () =>
      responding()
        .find((worker) => worker.health()?.nodes)
        ?.health()?.nodes,
    async close() {
      await Promise.all(slots.map((slot) => slot.close()))
    },
  }

  function start(): WorkerProcess {
    const calls = openCallShare()
    const worker: WorkerProcess = startWorkerProcess({
      log,
      workerTimeoutMs: hangMs,
      onHang: refuseRepeated,
      handlers: {
        ...forwarded,
        broadcast: (message) => relay(worker, message),
        enterCall: ({ id, limits }) => calls.enter(id, limits),
        leaveCall: ({ id }) => calls.leave(id),
      },
    })
    running.add(worker)
    for (const refusal of hangs.refusals()) worker.notify('refuse', refusal)
    void worker.exited.then(() => {
      running.delete(worker)
      serving.delete(worker)
      calls.close()
    })
    return worker
  }

  function responding(): WorkerProcess[] {
    return [...serving].filter((worker) => worker.isResponding())
  }

  async function bringUp(worker: WorkerProcess): Promise<void> {
    await first.promise
    const given = assignment as WorkerAssignment
    await worker.request('serve', given)
    await worker.refreshHealth() // so that the first readiness knows the store and the counters
    await inTurn(async () => {
      serving.add(worker)
      const { tls, config } = assignment as WorkerAssignment
      if (tls && tls !== given.tls) await worker.request('renew', { tls })
      if (config === given.config) return
      await worker.request('prepare', { config: selectUpdate(config, given.config) })
      await worker.request('adopt', undefined)
    })
  }

  function refuseRepeated(report: HangReport): void {
    const request = hangs.add(report)
    if (!request) return
    const { fingerprint, ...logged } = request
    log.error({ ...logged, seconds: refusalSeconds }, 'a request made two workers hang and is refused')
    for (const worker of running) worker.notify('refuse', { fingerprint, seconds: refusalSeconds })
  }

  function relay(from: WorkerProcess, message: BroadcastMessage): void {
    for (const worker of running) if (worker !== from) worker.notify('receive', message)
  }

  async function use(config: SerializedConfig): Promise<void> {
    const before = assignment as WorkerAssignment
    const prepared = await tellAll('prepare', { config: selectUpdate(config, before.config) })
    const refusal = prepared.find((each) => each instanceof RpcError && each.code === 'failed')
    if (refusal) {
      await tellAll('discard', undefined)
      throw refusal
    }
    assignment = { ...before, config } // for workers that start later
    await tellAll('adopt', undefined)
  }

  async function renew(tls: ServerTls): Promise<void> {
    assignment = { ...(assignment as WorkerAssignment), tls } // for workers that start later
    await tellAll('renew', { tls })
  }

  /** Sends a request to all workers; returns the errors. A late one is killed, and replaced with the new state. */
  function tellAll<Name extends 'prepare' | 'adopt' | 'discard' | 'renew'>(
    name: Name,
    argument: PrimaryToWorker[Name]['argument'],
  ): Promise<(Error | undefined)[]> {
    return Promise.all(
      [...serving].map((worker) =>
        worker.request(name, argument).then(
          () => undefined,
          (error: RpcError) => {
            if (error.code === 'timeout') worker.kill(error.message)
            return error
          },
        ),
      ),
    )
  }
}

/** Returns handlers that wait until the primary can handle requests. */
function forwardRequests(handlers: Promise<WorkerRequestHandlers>): WorkerRequestHandlers {
  const names = Object.keys(primaryDeadlines) as (keyof WorkerRequestHandlers)[]
  const forwarded = names.map((name) => [name, async (argument: never) => (await handlers)[name](argument)] as const)
  return Object.fromEntries(forwarded) as unknown as WorkerRequestHandlers
}
