/**
 * Loads documents beside what is in use, in a thread of its own: a thousand APIs take seconds, in which the primary
 * still has to answer, to pass on revocations and to replace workers.
 */
import { Worker } from 'node:worker_threads'

import type { DocumentSource } from '../cli/documents.ts'
import type { Config, Problem } from '../config/types.ts'

/** Documents as they are on disk, held against those in use. */
export interface Candidate {
  /** What may be put to use; undefined when there is an error among the problems, or another folder was looked at. */
  config?: Config
  revision?: string
  problems: readonly Problem[]
  /** What would change, in plain words. */
  changes: readonly string[]
}

export interface Loader {
  /** Loads the documents; those of another folder are only looked at. */
  load(folder?: string): Promise<Candidate>
  /** Is told what has been put to use. */
  used(config: Config): void
  close(): Promise<void>
}

/** What the thread is started with. */
export interface LoaderTask {
  source: DocumentSource
  sandbox: boolean
  inUse: Config
}

export type ToLoader =
  | { kind: 'load'; number: number; folder: string | undefined }
  | { kind: 'used'; revision: string }

export type FromLoader = { number: number; loaded: Candidate } | { number: number; failed: string }

/** What many documents left in the memory of the thread is given back when nothing changes for a while. */
const idleMs = 60_000

/** The thread is started when it is needed. */
export function openLoader(task: LoaderTask): Loader {
  const open = new Map<number, PromiseWithResolvers<Candidate>>()
  let { inUse } = task
  let thread: Worker | undefined
  let asked = 0
  let idle: NodeJS.Timeout | undefined

  return {
    load(folder) {
      const settled = Promise.withResolvers<Candidate>()
      asked += 1
      open.set(asked, settled)
      thread ??= start()
      clearTimeout(idle)
      thread.postMessage({ kind: 'load', number: asked, folder } satisfies ToLoader)
      return settled.promise
    },

    used(config) {
      inUse = config
      thread?.postMessage({ kind: 'used', revision: config.revision } satisfies ToLoader)
    },

    close: end,
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ending = thread
    thread = undefined
    await ending?.terminate()
  }

  function start(): Worker {
    const workerData: LoaderTask = { ...task, inUse }
    const started = new Worker(new URL('loader-thread.ts', import.meta.url), { workerData })
    started.unref()
    started.on('message', (message: FromLoader) => {
      const settled = open.get(message.number)
      open.delete(message.number)
      if ('loaded' in message) settled?.resolve(message.loaded)
      else settled?.reject(new Error(message.failed))
      if (open.size === 0) idle = setTimeout(end, idleMs).unref()
    })
    const fail = (reason: string) => {
      if (thread !== undefined && thread !== started) return // another has taken its place
      thread = undefined
      for (const settled of open.values())
        settled.reject(new Error(`the documents were not loaded: ${reason}`))
      open.clear()
    }
    started.on('error', (error) => fail((error as Error).message))
    started.on('exit', () => fail('the thread that loads them ended'))
    return started
  }
}
