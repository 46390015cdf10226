/** Reads the memory of processes from `/proc` of Linux. */
import { readdirSync, readFileSync } from 'node:fs'

/** Returns the resident memory of a process and its descendants in MiB. */
export function readResidentMib(pid: number): number {
  return findProcessTree(pid).reduce((sum, each) => sum + residentOf(each), 0)
}

/** Returns the memory of the workers of a gateway in MiB, without its primary and the process that loads documents. */
export function readWorkerMib(pid: number): number {
  const isWorker = (each: number) => /\/worker\.[jt]s/.test(readFileSync(`/proc/${each}/cmdline`, 'utf8'))
  return findProcessTree(pid)
    .filter(isWorker)
    .reduce((sum, each) => sum + residentOf(each), 0)
}

/** Returns the ids of a process and its descendants. */
export function findProcessTree(pid: number): number[] {
  const parents = new Map(allProcesses().map((each) => [each, parentOf(each)]))
  const found = [pid]
  for (const member of found) found.push(...[...parents].filter(([, of]) => of === member).map(([each]) => each))
  return found
}

/**
 * Samples the memory of a process and its descendants. The returned function ends the sampling and returns the
 * maximum in MiB.
 */
export function watchMemory(pid: number): () => number {
  let most = readResidentMib(pid)
  const timer = setInterval(() => {
    most = Math.max(most, readResidentMib(pid))
  }, 100)
  return () => {
    clearInterval(timer)
    return Math.max(most, readResidentMib(pid))
  }
}

function allProcesses(): number[] {
  return readdirSync('/proc').flatMap((each) => (/^\d+$/.test(each) ? [Number(each)] : []))
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(status(pid))?.[1] ?? 0)
}

function residentOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(status(pid))?.[1] ?? 0) / 1024
}

/** Returns the status file of a process; an empty text when the process has ended. */
function status(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}
