/** Reads the limit of open files and connections of this process. */
import { readFileSync } from 'node:fs'

/**
 * Returns the soft limit, which Node raises to the hard one when it starts: `Infinity` for "unlimited", undefined where the
 * system does not report it (only Linux has `/proc`).
 */
export function readOpenFilesLimit(): number | undefined {
  try {
    const limit = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1]
    if (limit === undefined) return undefined
    return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit)
  } catch {
    return undefined
  }
}
