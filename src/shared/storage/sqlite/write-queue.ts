/** The queue in front of the writer thread of a state file, which waits for the disk. */
import { Worker } from 'node:worker_threads'
import { findModule } from '../../lib/package/source-files.ts'
import { openGroupQueue } from '../contract/group-queue.ts'
import { restoreStoreError, StateStoreError } from '../contract/state-store-error.ts'
import type { OperationResult } from './group-commit.ts'
import type { StoreOperation, StoreOperations } from './operations.ts'

/** Starts the writer thread of a state file. A thread that ends is replaced at the next write. */
export function openWriteQueue(file: string) {
  const name = `state file ${file}`
  let thread: Worker | undefined = start()
  let closing: Promise<void> | undefined
  let running: PromiseWithResolvers<readonly OperationResult[]> | undefined
  const queue = openGroupQueue<StoreOperation>({ name, maxGroupSize: 512, commit })

  return {
    /** Returns the result of the operation once it is on disk. Rejects with `StateStoreError`. */
    write: <V extends keyof StoreOperations>(verb: V, argument: Parameters<StoreOperations[V]>[0]) =>
      queue.add({ verb, argument } as StoreOperation) as Promise<ReturnType<StoreOperations[V]>>,
    /** Completes the waiting writes and ends the thread. Later writes are rejected; another call waits for the first. */
    close(): Promise<void> {
      closing ??= queue.close().then(stop)
      return closing
    },
  }

  async function commit(group: StoreOperation[]) {
    running = Promise.withResolvers()
    thread ??= start()
    thread.ref() // keeps the process running until the group is settled
    thread.postMessage(group)
    const results = await running.promise
    thread?.unref()
    return results.map((result) => ('value' in result ? result : { error: restoreStoreError(result.failure) }))
  }

  function start(): Worker {
    const started = new Worker(findModule('shared/storage/sqlite/writer-thread'), { workerData: file })
    let reason = 'without a reason'
    started.on('message', (results) => running?.resolve(results))
    started.on('error', (error) => {
      reason = error.message
    })
    started.on('exit', () => {
      thread = undefined // the next write starts a new thread
      running?.reject(new StateStoreError('failed', `${name}: the writer thread ended: ${reason}`))
    })
    started.unref() // last, because a listener for messages keeps the process running
    return started
  }

  async function stop(): Promise<void> {
    await thread?.terminate()
  }
}
