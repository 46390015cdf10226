/** What processes hold in memory, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs'

/** The resident memory of a process and of all that it started, in MiB. */
export function readResidentMib(pid: number): number {
  return family(pid).reduce((sum, each) => sum + residentOf(each), 0)
}

/** A process and its descendants. */
export function family(pid: number): number[] {
  const parents = new Map(allProcesses().map((each) => [each, parentOf(each)]))
  const found = [pid]
  for (const member of found)
    found.push(...[...parents].filter(([, of]) => of === member).map(([each]) => each))
  return found
}

/** Watches the memory of a process and its descendants until it is asked for the most that there was, in MiB. */
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

/** Empty when the process has just ended. */
function status(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}
