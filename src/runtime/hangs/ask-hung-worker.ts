/** Asks the thread of a worker that hangs what the worker does. */
import type { Duplex } from 'node:stream'

import type { HangReport } from './request-in-progress.ts'

/** A worker that is stopped, or that had no connection yet, does not respond at all. */
const deadlineMs = 3_000

/** `pipe` is the primary's end of the pipe to the thread. Returns undefined without a response in time. */
export function askHungWorker(pipe: Duplex): Promise<HangReport | undefined> {
  return new Promise((resolve) => {
    let text = ''
    const timer = setTimeout(resolve, deadlineMs, undefined)
    pipe.on('data', (bytes: Buffer) => {
      text += bytes.toString()
      if (!text.endsWith('\n')) return
      clearTimeout(timer)
      resolve(JSON.parse(text))
    })
    pipe.write('?')
  })
}
