/** How it is seen that a file is as it was, without reading it. */
import { type Stats, statSync } from 'node:fs'

/** Within this time two changes may look like one, by the coarsest clock of a file system. */
const settledMs = 2_000

/** Equal as long as the file is the same and as it was; undefined while another change of it might not show. */
export function computeFileStamp({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string | undefined {
  if (Date.now() - Math.max(mtimeMs, ctimeMs) < settledMs) return undefined
  return `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`
}

/** The stamp of the file at a path; undefined also when there is none. */
export function readFileStamp(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats && computeFileStamp(stats)
}
