/** The slot of one worker: a process, and its replacement after each death. */
import { setTimeout } from 'node:timers/promises'
import type { Log } from '../../../shared/lib/output/log.ts'
import type { RpcError } from '../rpc/rpc-channel.ts'
import type { WorkerProcess } from './worker-process.ts'

export interface WorkerSlot {
  /** Settles when a worker has served for the first time. Rejects when it cannot serve, or dies again and again before. */
  readonly firstServed: Promise<void>
  /** Ends the worker, and starts no other. */
  close(): Promise<void>
}

export interface WorkerSlotOptions {
  start(): WorkerProcess
  /** Makes a worker serve. Rejects when it cannot. */
  bringUp(worker: WorkerProcess): Promise<void>
  /** Called for each worker that died. */
  onDeath(worker: WorkerProcess): void
  log: Log
}

const firstDelayMs = 200
const maxDelayMs = 10_000
/** A worker that served for this time did not die of its start: the next delay is the first one again. */
const settledMs = 30_000
/** The limit before any worker of the slot has served. */
const maxDeathsAtStart = 5

/** Starts the first process. The delay before a replacement grows with each death in this slot only. */
export function openWorkerSlot({ start, bringUp, onDeath, log }: WorkerSlotOptions): WorkerSlot {
  const closing = new AbortController()
  const served = Promise.withResolvers<void>()
  served.promise.catch(() => {}) // callers of `firstServed` get the error; until then it is in the log
  let hasServed = false
  let worker = start()
  const running = keepRunning()

  return {
    firstServed: served.promise,
    async close() {
      closing.abort()
      await worker.stop()
      await running
    },
  }

  async function keepRunning(): Promise<void> {
    let delayMs = firstDelayMs
    for (let deaths = 1; ; deaths += 1) {
      const startedAt = performance.now()
      const isUsable = await serveUntilExit(worker)
      if (closing.signal.aborted || !isUsable) return

      onDeath(worker)
      if (!hasServed && deaths >= maxDeathsAtStart) {
        served.reject(new Error(`${deaths} workers have died before one has served: the log has the reasons`))
        return
      }
      if (performance.now() - startedAt > settledMs) delayMs = firstDelayMs
      const { code, signal } = await worker.exited
      log.error({ worker: worker.pid, code, signal, delayMs }, 'a worker died and is replaced')
      await setTimeout(delayMs, undefined, { signal: closing.signal }).catch(() => {})
      if (closing.signal.aborted) return
      delayMs = Math.min(delayMs * 2, maxDelayMs)
      worker = start()
    }
  }

  /** Returns false when the first worker of the slot cannot serve, so that a replacement cannot either. */
  async function serveUntilExit(worker: WorkerProcess): Promise<boolean> {
    try {
      await Promise.race([bringUp(worker), worker.exited])
      if (await isAlive(worker)) {
        hasServed = true
        served.resolve()
      }
    } catch (error) {
      if (closing.signal.aborted) return false
      const { code, message } = error as RpcError
      if (!hasServed && code === 'failed') {
        served.reject(error)
        return false
      }
      if (code !== 'closed') worker.kill(message)
    }
    await worker.exited
    return true
  }
}

async function isAlive(worker: WorkerProcess): Promise<boolean> {
  return (await Promise.race([worker.exited, undefined])) === undefined
}
