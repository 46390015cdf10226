/** Repeats a load during which a file changed: it could combine the old version of one file with a new other one. */

import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { attempt } from '../../../shared/lib/collections/attempt.ts'
import { watchedFolders } from '../folders/index.ts'

/** Two changes within this time may have the same timestamp, because the kernel's clock is coarse. */
const clockTickMs = 20
/** After so many attempts, a folder that keeps changing is loaded as it is. */
const maxAttempts = 6
/** The maximum depth of folders, because symbolic links may form cycles. */
const maxDepth = 32

/** Returns the result of a `load` begun after the last change of a document; of the last load, if changes go on. */
export async function loadWhenUnchanged<T>(folder: string, load: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const startedAt = Date.now()
    const real = realPathOf(folder)
    const loaded = await load()
    const isUnchanged = realPathOf(folder) === real && lastChangeOfDocuments(folder) < startedAt - clockTickMs
    if (attempt === maxAttempts || isUnchanged) return loaded
    await setTimeout(2 * clockTickMs)
  }
}

/** Returns where links lead, which may be repointed during a load; undefined when there is nothing. */
function realPathOf(folder: string): string | undefined {
  return attempt(() => realpathSync(folder))
}

/** Includes the configuration folder itself, whose ctime changes when a folder of documents is removed. */
function lastChangeOfDocuments(folder: string): number {
  const own = statSync(folder, { throwIfNoEntry: false })?.ctimeMs ?? 0
  return Math.max(own, ...watchedFolders.map((name) => lastChange(join(folder, name))))
}

/** Returns when a path last changed, by its ctime, which every change sets and no program sets to an earlier time. */
function lastChange(path: string, depth = 0): number {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return 0
  if (!stats.isDirectory() || depth > maxDepth) return stats.ctimeMs
  return entries(path).reduce(
    (latest, { name }) => Math.max(latest, lastChange(join(path, name), depth + 1)),
    stats.ctimeMs,
  )
}

/** A folder that was removed meanwhile is empty, and so is one that is not readable, which loading reports. */
function entries(folder: string): Dirent[] {
  const found = attempt(() => readdirSync(folder, { withFileTypes: true })) ?? []
  return found.filter(({ name }) => !name.startsWith('.'))
}
