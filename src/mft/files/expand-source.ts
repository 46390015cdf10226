/** Finds the files that an item of a transfer request names: one file, a folder, or a wildcard in the last part of a path. */
import type { Dirent, Stats } from 'node:fs'
import { lstat, opendir, stat } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { hasWildcard, matchesWildcard } from '../../lib/text/wildcard.ts'
import type { SourceSpec } from '../types/request.ts'
import type { PathAccess } from './path-access.ts'
import { isStagingFolder } from './staging.ts'

export interface FoundFile {
  readonly path: string
  /** The path below the folder that the request names; the file name for a single file. */
  readonly relative: string
  readonly size: number
  readonly modified: number
  /** The inode, which distinguishes the file from a later one of the same name. */
  readonly inode: number
}

/** Yields the files, without linked folders and unfinished files. Rejects with a file error or `PathAccessError`. */
export async function* expandSource(source: SourceSpec, access: PathAccess): AsyncGenerator<FoundFile> {
  const path = access.resolve(source.name)
  if (!source.isLiteral && hasWildcard(basename(path))) {
    const folder = dirname(path)
    const pattern = basename(path)
    const matches = (name: string) => matchesWildcard(pattern, name)
    await access.check(folder)
    // A pattern selects files everywhere, and whole folders when it names them.
    yield* walk(folder, folder, source.recursive, matches)
    return
  }
  await access.check(path)
  const stats = await stat(path)
  if (stats.isDirectory()) yield* walk(path, path, source.recursive, () => true)
  else yield toFoundFile(path, basename(path), stats)
}

async function* walk(
  root: string,
  folder: string,
  recursive: boolean,
  matches: (name: string) => boolean,
): AsyncGenerator<FoundFile> {
  for await (const entry of await opendir(folder, { bufferSize: 256 })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (recursive && !isStagingFolder(entry.name)) yield* walk(root, path, recursive, matches)
    } else if (matches(entry.name)) {
      const stats = await statFile(path, entry)
      if (stats) yield toFoundFile(path, relative(root, path), stats)
    }
  }
}

/** Returns undefined for what is not a regular file, and for a file that has just disappeared. */
async function statFile(path: string, entry: Dirent): Promise<Stats | undefined> {
  if (!entry.isFile() && !entry.isSymbolicLink()) return undefined
  const stats = await (entry.isFile() ? lstat(path) : stat(path)).catch(() => undefined)
  return stats?.isFile() ? stats : undefined
}

function toFoundFile(path: string, below: string, { size, mtimeMs, ino }: Stats): FoundFile {
  return { path, relative: below, size, modified: mtimeMs, inode: ino }
}
