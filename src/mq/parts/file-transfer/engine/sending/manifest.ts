/** The manifest of a transfer: every file and message that it moves, as the source agent found them at the start. */
import type { Dirent, Stats } from 'node:fs'
import { lstat, opendir, stat } from 'node:fs/promises'
import { basename, dirname, join, posix, relative } from 'node:path'
import { hasWildcard, matchesWildcard } from '../../../../../shared/lib/text/wildcard.ts'
import type { AgentDeps } from '../context/agent-deps.ts'
import { describeFileFailure } from '../files/file-work.ts'
import type { PathAccess } from '../files/path-access.ts'
import { isStagingFolder } from '../files/staging.ts'
import type { ItemOpening } from '../types/frame.ts'
import type { ItemSpec, SourceSpec, TransferRequest } from '../types/request.ts'
import { listQueueMessages } from './source-messages.ts'

interface FoundFile extends Pick<ManifestItem, 'size' | 'modified' | 'inode'> {
  readonly path: string
  /** The path below the folder that the request names; the file name for a single file. */
  readonly relative: string
}

/** Yields the files, without linked folders and unfinished files. Rejects with a file error or `PathAccessError`. */
async function* expandSource(source: SourceSpec, access: PathAccess): AsyncGenerator<FoundFile> {
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

export interface ManifestItem {
  readonly item: number
  /** The index of the item in the request. */
  readonly spec: number
  readonly source: string
  readonly target: string
  readonly size: number
  readonly modified: number
  /** The inode, which distinguishes the file from a later one of the same name. */
  readonly inode: number
  /** The ids of the messages of a source queue, in hexadecimal digits. */
  readonly messageIds?: readonly string[]
  /** Why the item cannot be transferred. */
  readonly failure?: string
}

/** Finds the items. A source that cannot be read becomes an item with a failure. */
export async function buildManifest(request: TransferRequest, deps: AgentDeps): Promise<ManifestItem[]> {
  const manifest: ManifestItem[] = []
  for (const [spec, item] of request.items.entries()) {
    const add = (entry: Omit<ManifestItem, 'item' | 'spec'>) => manifest.push({ item: manifest.length, spec, ...entry })
    if (item.source.type === 'queue') add(await listQueue(item, deps))
    else {
      const before = manifest.length
      try {
        for await (const file of expandSource(item.source, deps.paths)) {
          const { path, relative: below, size, modified, inode } = file
          add({ source: path, target: targetPath(item, below), size, modified, inode })
        }
        if (manifest.length === before) add(nothingFound(item))
      } catch (error) {
        const path = deps.paths.resolve(item.source.name)
        const failure = describeFileFailure(path, error)
        add({ source: path, target: item.destination.name, ...nothing, failure })
      }
      if (item.destination.type === 'file' && manifest.length - before > 1) {
        const count = manifest.splice(before).length
        const failure = `BFGTR0067E: ${item.source.name} stands for ${count} files, and the destination is one file; use a directory.`
        add({ source: deps.paths.resolve(item.source.name), target: item.destination.name, ...nothing, failure })
      }
    }
  }
  return manifest
}

/** Returns what the destination must know about an item. */
export function buildOpening(entry: ManifestItem, { mode, checksum, source, destination }: ItemSpec): ItemOpening {
  return {
    type: destination.type === 'queue' ? 'queue' : 'file',
    target: entry.target,
    mode,
    checksum,
    actionIfExists: destination.actionIfExists,
    sourceEncoding: source.encoding,
    targetEncoding: destination.encoding,
    endOfLine: destination.endOfLine,
    messageSize: destination.messageSize,
  }
}

const nothing = { size: 0, modified: 0, inode: 0 }

function nothingFound({ source, destination }: ItemSpec): Omit<ManifestItem, 'item' | 'spec'> {
  const failure = `BFGTR0070E: no file matches ${source.name}.`
  return { source: source.name, target: destination.name, ...nothing, failure }
}

function targetPath({ destination, source }: ItemSpec, below: string): string {
  if (destination.type !== 'directory') return destination.name
  return posix.join(destination.name, source.recursive ? below : basename(below))
}

/** Returns the item of a source queue. */
async function listQueue(item: ItemSpec, { connection }: AgentDeps): Promise<Omit<ManifestItem, 'item' | 'spec'>> {
  const { source, destination } = item
  const target =
    destination.type === 'directory' ? posix.join(destination.name, `${source.name}.msg`) : destination.name
  const base = { source: source.name, target, ...nothing }
  try {
    const listed = await listQueueMessages(connection, source.name, source.groupId)
    if (listed.messageIds.length === 0)
      return { ...base, failure: `BFGTR0071E: the queue ${source.name} has no message to transfer.` }
    return { ...base, ...listed }
  } catch (error) {
    return { ...base, failure: `BFGTR0072E: ${(error as Error).message}` }
  }
}
