/**
 * Loads documents in a process of its own, so that the primary keeps responding. The process ends when it is
 * idle, which frees its memory, unless there are many documents or applications in the store, or clients register: a new process
 * would take longer than the half second within which other nodes use a changed application.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { releaseStartMemory } from '../../../shared/lib/memory/release-start-memory.ts'
import type { Log } from '../../../shared/lib/output/log.ts'
import { findModule } from '../../../shared/lib/package/source-files.ts'
import type { LoadOptions } from '../../config/index.ts'
import type { DocumentSource } from '../documents/open-documents.ts'
import { completeUpdate, type LoadReport, type SerializedConfig } from '../documents/serialized-config.ts'
import { loaderDeadlines, type PrimaryToLoader } from '../messages.ts'
import { childPort } from '../rpc/ports.ts'
import { openRpcChannel, type RpcChannel, type RpcError } from '../rpc/rpc-channel.ts'

export type Loader = ReturnType<typeof openLoader>

/** Documents could not be loaded for a reason outside them. A retry may succeed. */
export class LoadingError extends Error {
  override name = 'LoadingFailed'
}

/** A loader process, its channel and the number of its open requests. */
type LoaderProcess = { child: ChildProcess; channel: RpcChannel<PrimaryToLoader>; open: number }

const loaderProgram = findModule('gateway/runtime/programs/loader')

/** The process may be in the middle of documents whose result is no longer needed. */
const endMs = 1_000

/** The process stays for another change, because editors save repeatedly. */
const idleMs = 10_000

/** A process that was killed from outside, as by the kernel when memory is short, is replaced once. */
const maxAttempts = 2

/** From this size on, the memory of a message is worth a full collection of garbage. */
const manyBytes = 8 * 1024 * 1024

/** Documents create many long-lived objects: a large young generation moves them less often. */
const memoryFlags = ['--min-semi-space-size=16', '--max-semi-space-size=32']

export interface LoaderOptions extends LoadOptions {
  /** The data folder, in which revisions that are used are kept; none are without it. */
  dataFolder?: string
}

/** Starts the process at once, and again when it is needed after it has ended. */
export function openLoader(
  { dataFolder, ...options }: LoaderOptions,
  log: Pick<Log, 'warn'>,
  program: string = loaderProgram,
) {
  let inUse: SerializedConfig | undefined
  let idle: NodeJS.Timeout | undefined
  let stays = false
  let marked: Promise<void> | undefined
  /** The process that has loaded what may be put to use. */
  let loadedBy: LoaderProcess | undefined
  let running: LoaderProcess | undefined = start()

  return {
    /** Loads documents that may be put to use. Rejects with `LoadingError` when the process dies or hangs twice. */
    load: (source: DocumentSource): Promise<LoadReport> => ask('load', source),
    /** Loads documents only to report what they would change. Rejects as `load` does. */
    preview: (source: DocumentSource): Promise<LoadReport> => ask('look', source),
    /** Loads the revision that was used last; an empty report without one. Rejects as `load` does. */
    restore: (source: DocumentSource): Promise<LoadReport> => ask('restore', source),

    /** Informs the process which loaded revision is in use, and which user of a portal made the change. */
    markInUse(config: SerializedConfig, by?: string): void {
      inUse = config
      // A process that started after the load began with the revision before.
      if (running !== loadedBy) return void running?.channel.notify('begin', { options, inUse, dataFolder })
      marked = running?.channel.request('used', { revision: config.revision, by }).catch(() => {}) // a process that has died keeps nothing
      const [lists, ...updates] = config.applications
      // The channel holds the message with whole lists until another one has come.
      if (lists && updates.length === 0 && lists.byteLength > manyBytes)
        void marked?.then(() => releaseStartMemory('major'))
    },

    /** Starts the process if it does not run, because documents will be loaded soon. */
    prestart(): void {
      running ??= start()
      restSoon()
    },

    /** Ends the process until the next request when the revision in use is kept, unless it stays for its documents. */
    stopUntilNeeded(): void {
      if (!stays) void Promise.resolve(marked).then(() => (running?.open === 0 ? end() : undefined))
    },

    close: end,
  }

  async function ask(name: 'load' | 'look' | 'restore', source: DocumentSource): Promise<LoadReport> {
    for (let attempt = 1; ; attempt += 1) {
      running ??= start()
      const asked = running
      clearTimeout(idle)
      asked.open += 1
      asked.child.channel?.ref() // an open request keeps this process alive
      try {
        const { config, ...report } = await asked.channel.request(name, source)
        stays = report.keepsLoader ?? stays
        if (config) loadedBy = asked
        return { ...report, config: config && completeUpdate(config, inUse) }
      } catch (error) {
        const { code, message } = error as RpcError
        if (code === 'failed') throw error
        if (running === asked) running = undefined
        asked.child.kill('SIGKILL')
        if (attempt === maxAttempts) throw new LoadingError(message, { cause: error })
        log.warn({ reason: message }, 'the process that loads the documents is replaced')
      } finally {
        asked.open -= 1
        restSoon()
      }
    }
  }

  function restSoon(): void {
    if (!running || running.open > 0) return
    clearTimeout(idle)
    if (!stays) idle = setTimeout(end, idleMs).unref()
    running.child.channel?.unref()
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ending = running?.child
    running = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    ending.ref()
    const ended = once(ending, 'exit')
    await marked // keeping the revision in use can take longer than other work
    if (ending.connected) ending.disconnect() // the process ends itself and keeps its compiled code
    const late = setTimeout(() => ending.kill('SIGKILL'), endMs)
    await ended
    clearTimeout(late)
  }

  function start(): LoaderProcess {
    const child = fork(program, { serialization: 'advanced', execArgv: [...process.execArgv, ...memoryFlags] })
    child.unref()
    child.channel?.unref()
    const channel = openRpcChannel<PrimaryToLoader, object>(childPort(child), {
      peer: 'the process that loads the documents',
      deadlines: loaderDeadlines,
      handlers: {},
    })
    const started = { child, channel, open: 0 }
    const drop = () => {
      if (running === started) running = undefined
    }
    child.once('exit', drop).once('error', drop)
    channel.notify('begin', { options, inUse, dataFolder })
    return started
  }
}
