/** A thread that reads, writes and hashes large files, so that the event loop of the queue managers stays free. */
import { parentPort } from 'node:worker_threads'
import { type FileWork, openLocalFileWork, toFileError } from './file-work.ts'

export interface FileWorkRequest {
  readonly number: number
  readonly method: keyof FileWork
  readonly options: never
}

const work = openLocalFileWork()

parentPort?.on('message', async ({ number, method, options }: FileWorkRequest) => {
  try {
    const value: unknown = await work[method](options)
    const bytes = (value as { data?: Uint8Array<ArrayBuffer> } | undefined)?.data
    parentPort?.postMessage({ number, value }, bytes ? [bytes.buffer] : [])
  } catch (error) {
    parentPort?.postMessage({ number, error: toFileError(error) })
  }
})
