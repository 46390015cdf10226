/** Counts how long a process has not responded, without the time in which it waited for a core or for a disk. */
import { readFileSync } from 'node:fs'
import { attempt } from '../../../shared/lib/collections/attempt.ts'

/** The length of a tick in `/proc` of Linux, in milliseconds. */
const tickMs = 10

/**
 * Returns a function that returns which part of the interval since its last call counts, from 0 to 1: the processor
 * time of the main thread while it is ready to run or waits for a disk, and all while it sleeps or is stopped. Without
 * `/proc`, every interval counts.
 */
export function openIntervalCount(
  pid: number | undefined,
  intervalMs: number,
  readStat = () => readFileSync(`/proc/${pid}/task/${pid}/stat`, 'latin1'),
): () => number {
  let before = Number.NEGATIVE_INFINITY
  return function countInterval() {
    const stat = attempt(readStat)
    if (stat === undefined) return 1
    // proc(5): the name of the program is in parentheses; the state follows, and 11 fields later user and system time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const usedMs = (Number(fields[11]) + Number(fields[12])) * tickMs
    const sinceLastMs = usedMs - before
    before = usedMs
    return fields[0] === 'R' || fields[0] === 'D' ? Math.min(1, sinceLastMs / intervalMs) : 1
  }
}
