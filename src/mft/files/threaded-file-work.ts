/** File work on a thread. The thread starts with the first call and ends when it has been idle. */
import { Worker } from 'node:worker_threads'
import { findModule } from '../../lib/package/source-files.ts'
import type { FileError, FileWork } from './file-work.ts'

/** The time after which a thread without open files ends. */
const idleMs = 5000

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
  let openFiles = 0
  let last = 0
  let idle: NodeJS.Timeout | undefined

  function call<T>(method: keyof FileWork, options: unknown): Promise<T> {
    clearTimeout(idle)
    thread ??= startThread(() => {
      thread = undefined
    })
    const { worker, waiting } = thread
    last += 1
    const number = last
    return new Promise<T>((resolve, reject) => {
      waiting.set(number, { resolve: resolve as (value: unknown) => void, reject })
      worker.postMessage({ number, method, options })
    }).finally(() => {
      if (waiting.size > 0 || openFiles > 0) return
      idle = setTimeout(() => void close(), idleMs).unref()
    })
  }

  async function close(): Promise<void> {
    clearTimeout(idle)
    const ended = thread
    thread = undefined
    openFiles = 0
    await ended?.worker.terminate()
  }

  const opening = async <T>(method: keyof FileWork, options: unknown) => {
    const opened = await call<T>(method, options)
    openFiles += 1
    return opened
  }
  const closing = <T>(method: keyof FileWork, options: unknown) => {
    openFiles -= 1
    return call<T>(method, options)
  }
  return {
    openSource: (options) => opening('openSource', options),
    readSource: (options) => call('readSource', options),
    closeSource: (options) => closing('closeSource', options),
    readWhole: (options) => call('readWhole', options),
    openStaged: (options) => opening('openStaged', options),
    writeStaged: (options) => call('writeStaged', options),
    syncStaged: (options) => call('syncStaged', options),
    finishStaged: (options) => closing('finishStaged', options),
    closeStaged: (options) => closing('closeStaged', options),
    writeWhole: (options) => call('writeWhole', options),
    close,
  }
}

function startThread(ended: () => void): RunningThread {
  const worker = new Worker(findModule('mft/files/file-work-thread'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  worker.unref()
  const waiting = new Map<number, Waiting>()
  const take = (number: number) => {
    const found = waiting.get(number)
    waiting.delete(number)
    return found
  }
  worker.on('message', ({ number, value, error }: { number: number; value?: unknown; error?: FileError }) => {
    if (error) take(number)?.reject(Object.assign(new Error(error.message), { code: error.code }))
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
