/** File work on a thread. The thread starts with the first call and ends when it has been idle. */
import { Worker } from 'node:worker_threads'
import { findModule } from '../../lib/package/source-files.ts'
import { type FileError, type FileWork, fromFileError, type SourceFile } from './file-work.ts'
import type { FileWorkRequest } from './file-work-thread.ts'

/** The time after which a thread without open files ends. */
const idleMs = 15_000

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

interface RunningThread {
  readonly worker: Worker
  readonly waiting: Map<number, Waiting>
}

export function openThreadedFileWork(): FileWork {
  let thread: RunningThread | undefined
  const openFiles = new Set<number>()
  let last = 0
  let idle: NodeJS.Timeout | undefined

  function call<T>(method: FileWorkRequest['method'], options: unknown): Promise<T> {
    clearTimeout(idle)
    thread ??= startThread(() => {
      thread = undefined
      openFiles.clear()
    })
    const { worker, waiting } = thread
    last += 1
    const number = last
    worker.ref() // keeps the process running until the result
    return new Promise<T>((resolve, reject) => {
      waiting.set(number, { resolve: resolve as (value: unknown) => void, reject })
      worker.postMessage({ number, method, options })
    }).finally(() => {
      if (waiting.size === 0) worker.unref()
      clearTimeout(idle)
      idle = setTimeout(() => {
        if (waiting.size === 0 && openFiles.size === 0) void close()
      }, idleMs).unref()
    })
  }

  async function close(): Promise<void> {
    clearTimeout(idle)
    const ended = thread
    thread = undefined
    openFiles.clear()
    await ended?.worker.terminate()
  }

  const closing = <T>(method: FileWorkRequest['method'], options: { handle: number }) => {
    openFiles.delete(options.handle)
    return call<T>(method, options)
  }
  return {
    async openSource(options) {
      const opened = await call<SourceFile>('openSource', options)
      openFiles.add(opened.handle)
      return opened
    },
    async openStaged(options) {
      const handle = await call<number>('openStaged', options)
      openFiles.add(handle)
      return handle
    },
    identifySource: (options) => call('identifySource', options),
    readSource: (options) => call('readSource', options),
    closeSource: (options) => closing('closeSource', options),
    readWhole: (options) => call('readWhole', options),
    writeStaged: (options) => call('writeStaged', options),
    copyStaged: (options) => call('copyStaged', options),
    syncStaged: (options) => call('syncStaged', options),
    finishStaged: (options) => closing('finishStaged', options),
    closeStaged: (options) => closing('closeStaged', options),
    writeWhole: (options) => call('writeWhole', options),
    syncFiles: (options) => call('syncFiles', options),
    publish: (options) => call('publish', options),
    close,
  }
}

function startThread(ended: () => void): RunningThread {
  const worker = new Worker(findModule('mft/files/file-work-thread'), {
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
