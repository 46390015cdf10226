/** The files that this process has open, as Linux lists them. */
import { readdirSync, readlinkSync } from 'node:fs'

/** Whether the system lists open files. */
export const listsOpenFiles = process.platform === 'linux'

/** Returns the open files below a folder by their paths relative to it. Always empty on systems that do not list them. */
export function openFilesBelow(folder: string): string[] {
  if (!listsOpenFiles) return []
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    const path = readLink(`/proc/self/fd/${descriptor}`)
    return path?.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : []
  })
}

/** Returns undefined when the descriptor was closed in the meantime. */
function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}
