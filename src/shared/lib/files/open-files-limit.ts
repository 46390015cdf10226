/** Reads the limit of open files and connections of this process. */
import { readFileSync } from 'node:fs'

/** Returns the soft limit, which Node has raised: `Infinity` for "unlimited"; undefined except on Linux. */
export function readOpenFilesLimit(): number | undefined {
  try {
    const limit = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1]
    if (limit === undefined) return undefined
    return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit)
  } catch {
    return undefined
  }
}
