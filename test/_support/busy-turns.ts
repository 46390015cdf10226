/** Measures how long the main thread of a started program is busy without a pause. */
import { readFileSync, writeFileSync } from 'node:fs'

export interface BusyTurn {
  /** When it ended, in milliseconds since the epoch. */
  at: number
  /** Processor time of the thread, in milliseconds: it does not depend on the load of the machine. */
  busyMs: number
}

/**
 * Returns `NODE_OPTIONS` with which the process that runs the command, and no process that it starts, appends a line to a file
 * for each busy turn. The turns of 2 ms between two measurements count as one.
 */
export function optionsForBusyTurns(command: string, file: string, minMs = 50): string {
  writeFileSync(file, '')
  const program = `
    import { appendFileSync } from 'node:fs'
    import { isMainThread } from 'node:worker_threads'
    if (isMainThread && !process.send && process.argv.includes(${JSON.stringify(command)})) {
      let before
      const measure = () => {
        if (before) {
          const { user, system } = process.threadCpuUsage(before)
          const busyMs = (user + system) / 1000
          if (busyMs >= ${minMs}) appendFileSync(${JSON.stringify(file)}, JSON.stringify({ at: Date.now(), busyMs }) + '\\n')
        }
        before = process.threadCpuUsage()
        setTimeout(measure, 2).unref()
      }
      measure()
    }`
  return `--import=data:text/javascript,${encodeURIComponent(program)}`
}

export function readBusyTurns(file: string): BusyTurn[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
}
