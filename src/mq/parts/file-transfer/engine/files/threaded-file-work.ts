/** File work on a thread. The thread starts with the first call and ends when it has been idle. */
import { Worker } from 'node:worker_threads'
import { findModule } from '../../../../../shared/lib/package/source-files.ts'
import { type FileError, type FileWork, fromFileError, type SourceFile } from './file-work.ts'
import type { FileWorkRequest } from './file-work-thread.ts'

/** The time after which a thread without open files ends. */
const idleMs = 15_000

type Waiting = { resolve(value: unknown): void; reject(error: Error): void }

type RunningThread = { readonly worker: Worker; readonly waiting: Map<number, Waiting> }

export function openThreadedFileWork(): FileWork {
  const thread = new FileThread()
  return {
    openSource: (options) => thread.open<SourceFile>('openSource', options, ({ handle }) => handle),
    identifySource: (options) => thread.call('identifySource', options),
    readSource: (options) => thread.call('readSource', options),
    closeSource: (options) => thread.end('closeSource', options),
    readWhole: (options) => thread.call('readWhole', options),
    openStaged: (options) => thread.open<number>('openStaged', options, (handle) => handle),
    writeStaged: (options) => thread.call('writeStaged', options),
    copyStaged: (options) => thread.call('copyStaged', options),
    syncStaged: (options) => thread.call('syncStaged', options),
    finishStaged: (options) => thread.end('finishStaged', options),
    closeStaged: (options) => thread.end('closeStaged', options),
    writeWhole: (options) => thread.call('writeWhole', options),
    syncFiles: (options) => thread.call('syncFiles', options),
    publish: (options) => thread.call('publish', options),
    close: () => thread.close(),
  }
}

type Method = FileWorkRequest['method']

class FileThread {
  #thread: RunningThread | undefined
  readonly #openFiles = new Set<number>()
  #last = 0
  #idle: NodeJS.Timeout | undefined

  call<T>(method: Method, options: unknown): Promise<T> {
    clearTimeout(this.#idle)
    this.#thread ??= startThread(() => this.#forget())
    const { worker, waiting } = this.#thread
    this.#last += 1
    const number = this.#last
    worker.ref() // keeps the process running until the result
    return new Promise<T>((resolve, reject) => {
      waiting.set(number, { resolve: resolve as (value: unknown) => void, reject })
      worker.postMessage({ number, method, options })
    }).finally(() => {
      if (waiting.size === 0) worker.unref()
      clearTimeout(this.#idle)
      this.#idle = setTimeout(() => {
        if (waiting.size === 0 && this.#openFiles.size === 0) void this.close()
      }, idleMs).unref()
    })
  }

  /** Makes a call that opens a file, which keeps the thread until `end`. */
  async open<T>(method: Method, options: unknown, handleOf: (opened: T) => number): Promise<T> {
    const opened = await this.call<T>(method, options)
    this.#openFiles.add(handleOf(opened))
    return opened
  }

  /** Makes the last call for an open file. */
  end<T>(method: Method, options: { readonly handle: number }): Promise<T> {
    this.#openFiles.delete(options.handle)
    return this.call(method, options)
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const ended = this.#thread
    this.#forget()
    await ended?.worker.terminate()
  }

  #forget(): void {
    this.#thread = undefined
    this.#openFiles.clear()
  }
}

function startThread(ended: () => void): RunningThread {
  const worker = new Worker(findModule('mq/parts/file-transfer/engine/files/file-work-thread'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const waiting = new Map<number, Waiting>()
  const take = (number: number) => {
    const found = waiting.get(number)
    waiting.delete(number)
    return found
  }
  worker.on('message', ({ number, value, error }: { number: number; value?: unknown; error?: FileError }) => {
    if (error) take(number)?.reject(fromFileError(error))
    else take(number)?.resolve(value)
  })
  worker.on('error', (error) => fail(error as Error))
  worker.on('exit', () => fail(new Error('the thread for files has ended')))
  function fail(error: Error): void {
    ended()
    for (const number of [...waiting.keys()]) take(number)?.reject(error)
  }
  return { worker, waiting }
}
