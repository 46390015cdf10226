/** The processes that a product has started. */
import { readdirSync, readFileSync } from 'node:fs'

/** Returns the ids of the child processes of a process (Linux). */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => statOf(name).split(' ')[1] === String(parent))
    .map(Number)
}

/** Returns the workers among the child processes: beside them there may be a process that loads documents. */
export function workersOf(parent: number): number[] {
  return childrenOf(parent).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').match(/\/worker\.[jt]s/) !== null
    } catch {
      return false // it has ended
    }
  })
}

/** State, parent and the rest of a process's `stat`, after its name. */
function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '')
  } catch {
    return ''
  }
}
