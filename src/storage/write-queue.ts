/**
 * The queue in front of the writer thread. While one group is being committed the next one gathers, so that slow
 * disks get large groups.
 */
import { Worker } from 'node:worker_threads'
import { findModule } from '../lib/package/source-files.ts'
import type { OperationResult } from './group-commit.ts'
import type { StoreOperation, StoreOperations } from './operations.ts'
import { restoreStoreError, StateStoreError } from './state-store-error.ts'

/**
 * The maximum size of a group, which limits how long it holds the lock, and the maximum number of operations that
 * wait for a slow disk.
 */
const maxGroupSize = 512
const maxWaitingWrites = 20_000

/** Sends writes to the writer thread. */
export interface WriteQueue {
  /** Returns the result of the operation once it is on disk. Rejects with `StateStoreError`. */
  write<V extends keyof StoreOperations>(
    verb: V,
    argument: Parameters<StoreOperations[V]>[0],
  ): Promise<ReturnType<StoreOperations[V]>>
  /** Completes the waiting writes. Later writes are rejected. */
  close(): Promise<void>
}

interface Job {
  operation: StoreOperation
  resolve(value: unknown): void
  reject(error: Error): void
}

/** Starts the writer thread of a state file. A thread that ends is replaced at the next write. */
export function openWriteQueue(file: string): WriteQueue {
  let thread: Worker | undefined = start()
  const waiting: Job[] = []
  let running: Job[] = []
  let scheduled = false
  let closing: Promise<void> | undefined
  let drained: (() => void) | undefined

  return {
    write(verb, argument) {
      if (closing) return Promise.reject(new StateStoreError('closed', `state file ${file}: it is closed`))
      if (waiting.length >= maxWaitingWrites) {
        return Promise.reject(
          new StateStoreError('busy', `state file ${file}: ${maxWaitingWrites} writes are waiting already`),
        )
      }
      const { promise, resolve, reject } = Promise.withResolvers<never>()
      waiting.push({
        operation: { verb, argument } as StoreOperation,
        resolve: resolve as Job['resolve'],
        reject,
      })
      schedule()
      return promise
    },

    close() {
      closing ??= drain().then(stop)
      return closing
    },
  }

  /** Sends the group at the end of this turn of the event loop, so that the operations of one turn share a group. */
  function schedule(): void {
    if (scheduled || running.length > 0) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      send()
    })
  }

  function send(): void {
    running = waiting.splice(0, maxGroupSize)
    thread ??= start()
    thread.ref() // keeps the process running until the group is settled
    thread.postMessage(running.map(({ operation }) => operation))
  }

  function settle(outcomes: readonly OperationResult[]): void {
    const jobs = running
    running = []
    thread?.unref()
    jobs.forEach((job, index) => {
      const outcome = outcomes[index] as OperationResult
      if ('value' in outcome) job.resolve(outcome.value)
      else job.reject(restoreStoreError(outcome.failure))
    })
    next()
  }

  function next(): void {
    if (waiting.length > 0) schedule()
    else drained?.()
  }

  function start(): Worker {
    const started = new Worker(findModule('storage/writer-thread'), { workerData: file })
    let reason = 'without a reason'
    started.unref()
    started.on('message', settle)
    started.on('error', (error) => {
      reason = error.message
    })
    started.on('exit', () => {
      if (thread !== started) return
      thread = undefined // the next write starts a new thread
      const failure = {
        code: 'failed',
        message: `state file ${file}: the writer thread ended: ${reason}`,
      } as const
      settle(running.map(() => ({ failure })))
    })
    return started
  }

  function drain(): Promise<void> {
    return new Promise((resolve) => {
      if (waiting.length + running.length === 0) resolve()
      else drained = resolve
    })
  }

  async function stop(): Promise<void> {
    const last = thread
    thread = undefined
    if (!last) return
    last.ref()
    const ended = new Promise((resolve) => last.once('exit', resolve))
    last.postMessage('close')
    await ended
  }
}
