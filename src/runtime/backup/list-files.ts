import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Lists the files below a folder as paths with slashes, in order. Sockets and other special files are left out, and so is
 * every name that `isSkipped` returns true for, with everything below it. Symbolic links to files are listed.
 */
export async function listFiles(folder: string, isSkipped: (path: string) => boolean = () => false): Promise<string[]> {
  const found: string[] = []
  const visit = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (isSkipped(path)) continue
      if (entry.isDirectory()) await visit(path)
      else if (entry.isFile() || entry.isSymbolicLink()) found.push(path)
    }
  }
  await visit('')
  return found.sort()
}
