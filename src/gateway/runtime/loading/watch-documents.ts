/**
 * Watches the folders of the documents, also folders that are created or removed.
 *
 * Each folder has its own watcher: Node's recursive watch misses files that are replaced, which is how most
 * editors save.
 */

import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { join, sep } from 'node:path'
import { attempt } from '../../../shared/lib/collections/attempt.ts'
import type { Log } from '../../../shared/lib/output/log.ts'
import { watchedFolders } from '../../config/folders/index.ts'

const maxDepth = 32 // links may form a cycle

/** Calls `changed` for every change among the documents, often several times for one. */
export function watchDocuments(folder: string, changed: () => void, log: Log): { close(): void } {
  const watchers = new Map<string, FSWatcher>()
  watchFolder(folder, (name) => {
    if (watchedFolders.includes(name)) met(join(folder, name), 1)
  })
  for (const each of watchedFolders) follow(join(folder, each), 1)

  return {
    close() {
      for (const watcher of watchers.values()) watcher.close()
    },
  }

  /** A file or folder of this name was created, removed or replaced. */
  function met(path: string, depth: number): void {
    forget(path)
    follow(path, depth)
    changed()
  }

  /** Watches a folder and the folders below it. The watcher of the parent folder reports files. */
  function follow(path: string, depth: number): void {
    if (depth > maxDepth || !attempt(() => statSync(path).isDirectory())) return
    watchFolder(path, (name, isNew) => (isNew ? met(join(path, name), depth + 1) : changed()))
    for (const name of foldersIn(path)) follow(join(path, name), depth + 1)
  }

  function watchFolder(path: string, seen: (name: string, isNew: boolean) => void): void {
    const failed = (error: unknown) => log.warn({ err: error }, `${path} is not watched: send SIGHUP after a change`)
    try {
      watchers.get(path)?.close()
      const watcher = watch(path, (event, name) => seen(name ?? '', event === 'rename'))
      watchers.set(path, watcher.on('error', failed))
    } catch (error) {
      failed(error)
    }
  }

  function forget(path: string): void {
    for (const [each, watcher] of watchers) {
      if (each !== path && !each.startsWith(path + sep)) continue
      watcher.close()
      watchers.delete(each)
    }
  }
}

/** Returns the names of folders, and of links, which may lead to folders; none for a folder that the loader reports as unreadable. */
function foldersIn(path: string): string[] {
  const entries = attempt(() => readdirSync(path, { withFileTypes: true })) ?? []
  return entries
    .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || entry.isSymbolicLink()))
    .map(({ name }) => name)
}
