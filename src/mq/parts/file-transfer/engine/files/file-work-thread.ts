/** The program of a thread that reads or writes files. */
import { parentPort } from 'node:worker_threads'
import { type FileWork, toFileError } from './file-work.ts'
import { openSourceFiles } from './source-files.ts'
import { openStagedFiles } from './staged-files.ts'

export interface FileWorkRequest {
  readonly number: number
  readonly method: Exclude<keyof FileWork, 'close'>
  readonly options: never
}

const work = { ...openStagedFiles(), ...openSourceFiles() }

parentPort?.on('message', async ({ number, method, options }: FileWorkRequest) => {
  try {
    parentPort?.postMessage({ number, value: await work[method](options) })
  } catch (error) {
    parentPort?.postMessage({ number, error: toFileError(error) })
  }
})
