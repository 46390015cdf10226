/**
 * Lets the primary see what a worker does whose event loop is blocked.
 *
 * A thread of the worker waits for a question of the primary. Its inspector session interrupts the blocked thread, also in a loop
 * or a regular expression, and reads there which requests are in progress: nothing is recorded per call. The thread needs 9 MiB
 * and starts with the first connection, so an idle worker does without it. The alternatives are worse: a record of each call in
 * shared memory costs every call, and SIGUSR1 opens a debugging port to every user of the machine.
 */
import { Worker } from 'node:worker_threads'
import type { ExchangeInProgress } from '../../../shared/http/message/http-response.ts'
import { findModule } from '../../../shared/lib/package/source-files.ts'
import { findClientId } from '../../data-plane/index.ts'
import { describeRequest, type RequestInProgress } from './request-in-progress.ts'

/** The global variable through which the thread reads the requests. */
const probeName = 'sluiceHangProbe'

/** What the thread calls while the main thread is interrupted. */
interface HangProbe {
  list(): RequestInProgress[]
  /** Returns the index of the first of the values that is a request in progress, or -1. */
  find(values: readonly unknown[]): number
}

export interface HangWatchOptions {
  /** The pipe over which the primary asks. */
  descriptor: number
  /** Returns the requests in progress. */
  exchanges(): ExchangeInProgress[]
  /** Calls `start` when the first connection is accepted, or more often. */
  onFirstConnection(start: () => void): void
}

/** The memory of the thread in MiB: it keeps nothing. */
const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 }

/** What the thread gets at its start. */
export type HangThreadData = { descriptor: number; probeName: string }

export function watchForHangs({ descriptor, exchanges, onFirstConnection }: HangWatchOptions): void {
  const probe: HangProbe = {
    list: () => exchanges().map(({ request, response }) => describeRequest(request, findClientId(response))),
    find: (values) => exchanges().findIndex(({ request }) => values.includes(request)),
  }
  Object.assign(globalThis, { [probeName]: probe })
  let hasStarted = false
  onFirstConnection(() => {
    if (hasStarted) return
    hasStarted = true
    const workerData: HangThreadData = { descriptor, probeName }
    const thread = new Worker(findModule('gateway/runtime/hangs/hang-thread'), { workerData, resourceLimits })
    thread.on('error', () => {}) // a hang is then logged without its requests
    thread.unref()
  })
}
