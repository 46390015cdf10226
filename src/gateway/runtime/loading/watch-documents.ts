/**
 * Watches the folders of the documents by their paths: also folders that are created, removed or replaced, links that are
 * repointed anywhere above or below, and files that documents name.
 *
 * Each folder has its own watcher: Node's recursive watch misses files that are replaced, which is how most editors save. A
 * watcher follows the inode that it was opened for, so each path is also compared with it once a second.
 */

import { type FSWatcher, readdirSync, type Stats, statSync, watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { attempt } from '../../../shared/lib/collections/attempt.ts'
import type { Log } from '../../../shared/lib/output/log.ts'
import { watchedFolders } from '../../config/folders/index.ts'

const maxDepth = 32 // links may form a cycle
const pollIntervalMs = 1_000

/** A watcher of the documents. */
export type DocumentWatcher = ReturnType<typeof watchDocuments>

/** Watches the documents below a folder. */
export function watchDocuments(folder: string, log: Log) {
  const watchers = new Map<string, FSWatcher>()
  /** What was found at each path that is compared: watched folders, links, and files that documents name. */
  const stamps = new Map<string, string>()
  let files: ReadonlySet<string> = new Set()
  let isChanged = false
  let isClosed = false
  let report: (() => void) | undefined
  followAll()
  const polling = setInterval(compareSoon, pollIntervalMs).unref()

  return {
    /** Calls `given` for every change from the beginning of watching on, often several times for one. */
    onChange(given: () => void): void {
      report = given
      if (isChanged) given()
    },

    /**
     * Watches the files that documents name by `$file{}`, in place of those named before. Files that have changed since
     * `readAt`, in milliseconds since the epoch, count as changed: the documents may contain an older text.
     */
    followFiles(paths: readonly string[], readAt: number): void {
      const before = files
      files = new Set(paths)
      for (const path of before) if (!files.has(path) && !watchers.has(path)) stamps.delete(path)
      for (const path of files) {
        if (stamps.has(path)) continue
        const stats = statSync(path, { throwIfNoEntry: false })
        stamps.set(path, stats && stats.ctimeMs >= readAt ? 'changed while it was read' : computeStamp(stats))
      }
    },

    close(): void {
      isClosed = true
      clearInterval(polling)
      forget('')
    },
  }

  function changed(): void {
    isChanged = true
    report?.()
  }

  function followAll(): void {
    watchFolder(folder, (name) => {
      if (watchedFolders.includes(name)) met(join(folder, name), 1)
    })
    for (const each of watchedFolders) follow(join(folder, each), 1)
  }

  /** A file or folder of this name was created, removed or replaced. */
  function met(path: string, depth: number): void {
    forget(path)
    follow(path, depth)
    changed()
  }

  /** Watches a folder and the folders below it. The watcher of the parent folder reports files that are no links. */
  function follow(path: string, depth: number): void {
    const stats = attempt(() => statSync(path))
    if (depth > maxDepth || !stats?.isDirectory()) return
    watchFolder(path, (name, isNew) => (isNew ? met(join(path, name), depth + 1) : changed()))
    for (const { name, isLink } of foldersAndLinksIn(path)) {
      const below = join(path, name)
      if (isLink) stamps.set(below, computeStamp(attempt(() => statSync(below))))
      follow(below, depth + 1)
    }
  }

  function watchFolder(path: string, seen: (name: string, isNew: boolean) => void): void {
    const failed = (error: unknown) => log.warn({ err: error }, `${path} is not watched: send SIGHUP after a change`)
    stamps.set(path, computeStamp(attempt(() => statSync(path))))
    try {
      watchers.get(path)?.close()
      const watcher = watch(path, (event, name) => seen(name ?? '', event === 'rename'))
      watchers.set(path, watcher.on('error', failed))
    } catch (error) {
      failed(error)
    }
  }

  /** Ends the watchers of a path and of all below it; of all paths for an empty text. */
  function forget(path: string): void {
    const isBelow = (each: string) => path === '' || each === path || each.startsWith(path + sep)
    for (const [each, watcher] of watchers) {
      if (!isBelow(each)) continue
      watcher.close()
      watchers.delete(each)
    }
    for (const each of stamps.keys()) if (isBelow(each) && !files.has(each)) stamps.delete(each)
  }

  function compareSoon(): void {
    void compare().catch((error) => log.warn({ err: error }, 'the paths of the documents could not be compared'))
  }

  /** Follows everything again when a path leads to another file or folder than before. */
  async function compare(): Promise<void> {
    const paths = [...stamps.keys()]
    const found = await Promise.all(paths.map((path) => stat(path).then(computeStamp, () => computeStamp(undefined))))
    if (isClosed) return
    const different = paths.filter((path, index) => stamps.has(path) && stamps.get(path) !== found[index])
    if (different.length === 0) return
    for (const path of different) if (files.has(path)) stamps.set(path, found[paths.indexOf(path)] ?? '')
    if (different.some((path) => !files.has(path))) {
      forget('')
      followAll()
    }
    changed()
  }
}

/** Returns what tells a folder from another one at its path, and a file from its other contents; empty for nothing. */
function computeStamp(stats: Stats | undefined): string {
  if (!stats) return ''
  const { dev, ino, birthtimeMs, size, mtimeMs, ctimeMs } = stats
  return stats.isDirectory() ? `${dev} ${ino} ${birthtimeMs}` : `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`
}

/** Returns the folders and links of a folder; none for a folder that the loader reports as unreadable. */
function foldersAndLinksIn(path: string): { name: string; isLink: boolean }[] {
  const entries = attempt(() => readdirSync(path, { withFileTypes: true })) ?? []
  return entries
    .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || entry.isSymbolicLink()))
    .map((entry) => ({ name: entry.name, isLink: entry.isSymbolicLink() }))
}
