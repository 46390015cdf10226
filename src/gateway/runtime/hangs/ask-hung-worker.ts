/** Asks the thread of a worker that hangs what the worker does. */
import type { Duplex } from 'node:stream'
import type { HangReport } from './request-in-progress.ts'

/**
 * Returns what the thread of a worker knows after `deadlineMs`, or before when it has finished; undefined without a
 * response. `pipe` is the primary's end of the pipe to the thread, which writes a line for each thing it learns, and an
 * empty one at the end.
 */
export function askHungWorker(pipe: Duplex, deadlineMs = 10_000): Promise<HangReport | undefined> {
  return new Promise((resolve) => {
    let text = ''
    const finish = () => {
      clearTimeout(timer)
      const last = text.slice(0, text.lastIndexOf('\n')).trimEnd().split('\n').at(-1)
      resolve(last ? JSON.parse(last) : undefined)
    }
    const timer = setTimeout(finish, deadlineMs)
    pipe.on('data', (bytes: Buffer) => {
      text += bytes.toString()
      if (/(^|\n)\n$/.test(text)) finish()
    })
    pipe.write('?')
  })
}
