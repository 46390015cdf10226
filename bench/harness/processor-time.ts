/** Reads the processor time of processes from `/proc` of Linux. */
import { readFileSync } from 'node:fs'
import { findProcessTree } from './memory.ts'

/** The unit of the times in `/proc`, which is the same on all common machines. */
const ticksPerSecond = 100

/** Returns the seconds of processor time that a process and its descendants have used. */
export function readProcessorSeconds(pid: number): number {
  return findProcessTree(pid).reduce((sum, each) => sum + ticksOf(each), 0) / ticksPerSecond
}

/** Returns the ticks in user and system mode; 0 when the process has ended. */
function ticksOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return 0
  }
}
