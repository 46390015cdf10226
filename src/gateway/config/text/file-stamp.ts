/** Detects an unchanged file without reading it. */
import { type Stats, statSync } from 'node:fs'

/** Within this time two changes may have the same timestamp, because the file system's clock is coarse. */
const settledMs = 2_000

/** Returns a stamp of an unchanged file; undefined after so recent a change that a further one could have the same. */
export function computeFileStamp({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string | undefined {
  if (Date.now() - Math.max(mtimeMs, ctimeMs) < settledMs) return undefined
  return `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`
}

/** Returns the stamp of the file at a path; undefined when there is no file. */
export function readFileStamp(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats && computeFileStamp(stats)
}
