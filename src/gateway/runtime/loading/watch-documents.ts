/**
 * Watches the folders of the documents by their paths: also folders that are created, removed or replaced, links
 * that are repointed anywhere above or below, and files that documents name.
 *
 * Each folder has its own watcher: Node's recursive watch misses files that are replaced, which is how most editors
 * save. A watcher follows the inode that it was opened for, so each path is also compared with it once a second.
 */
import { type FSWatcher, lstatSync, readdirSync, type Stats, statSync, watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { attempt } from '../../../shared/lib/collections/attempt.ts'
import type { Log } from '../../../shared/lib/output/log.ts'
import { watchedFolders } from '../../config/folders/index.ts'

const maxDepth = 32 // links may form a cycle
const pollIntervalMs = 1_000
/** More events than this may be incomplete: the kernel's queue has 16,384, and drops what comes later. */
const maxEvents = 1_000

/** The part of a watcher that reloads use. */
export type FollowedDocuments = Pick<DocumentWatcher, 'onChange' | 'doubtAll' | 'followFiles' | 'close'>

/** Watches the documents below a folder until it is closed. */
export class DocumentWatcher {
  readonly #folder: string
  readonly #log: Log
  readonly #watchers = new Map<string, FSWatcher>()
  /** What was found at each path that is compared: watched folders, links, and files that documents name. */
  readonly #stamps = new Map<string, string>()
  readonly #polling: NodeJS.Timeout
  #files: ReadonlySet<string> = new Set()
  #isChanged = false
  /** The changed paths, several times for repeated changes; undefined when any file may have changed. */
  #changes: string[] | undefined = []
  /** Whether a folder is not watched. */
  #isBlind = false
  #isClosed = false
  #report: (() => void) | undefined

  constructor(folder: string, log: Log) {
    this.#folder = folder
    this.#log = log
    this.#followAll()
    this.#polling = setInterval(() => this.#compareSoon(), pollIntervalMs).unref()
  }

  /** Calls `report` for every change from the beginning of watching on, often several times for one. */
  onChange(report: () => void): void {
    this.#report = report
    if (this.#isChanged) report()
  }

  /** Returns the files that have changed since the last call, relative to the folder; undefined when any may have. */
  takeChanges(): readonly string[] | undefined {
    const changes = this.#isBlind ? undefined : this.#changes
    this.#changes = []
    return changes?.map((path) => relative(this.#folder, path).replaceAll(sep, '/'))
  }

  /** Returns whether a file has changed since the last call of `takeChanges`, as far as events have arrived. */
  hasChanges(): boolean {
    return this.#changes?.length !== 0
  }

  /** Lets `takeChanges` say that any file may have changed: file systems of a network report few changes. */
  doubtAll(): void {
    this.#changes = undefined
  }

  /**
   * Watches the files that documents name by `$file{}`, in place of those named before. Files that have changed since
   * `readAt`, in milliseconds since the epoch, count as changed: the documents may contain an older text.
   */
  followFiles(paths: readonly string[], readAt: number): void {
    const before = this.#files
    this.#files = new Set(paths)
    for (const path of before) if (!this.#files.has(path) && !this.#watchers.has(path)) this.#stamps.delete(path)
    for (const path of this.#files) {
      if (this.#stamps.has(path)) continue
      const stats = attempt(() => statSync(path))
      this.#stamps.set(path, stats && stats.ctimeMs >= readAt ? 'changed while it was read' : computeStamp(stats))
    }
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#polling)
    this.#forget('')
  }

  /** Reports a changed file; without a path, any file may have changed. */
  #changed(path?: string): void {
    const isHidden = path !== undefined && basename(path).startsWith('.') && !this.#files.has(path)
    if (isHidden) return // editors write such files while a document is open
    this.#isChanged = true
    if (path === undefined || (this.#changes && this.#changes.length > maxEvents)) this.#changes = undefined
    else this.#changes?.push(path)
    this.#report?.()
  }

  #followAll(): void {
    this.#watchFolder(this.#folder, (name) => {
      if (watchedFolders.includes(name)) this.#met(join(this.#folder, name), 1)
    })
    for (const each of watchedFolders) this.#follow(join(this.#folder, each), 1)
  }

  /** A file or folder of this name was created, removed or replaced. */
  #met(path: string, depth: number): void {
    const wasFollowed = this.#stamps.has(path)
    this.#forget(path)
    if (attempt(() => lstatSync(path))?.isSymbolicLink()) this.#stamp(path)
    this.#follow(path, depth)
    if (wasFollowed || this.#stamps.has(path)) this.#changed()
    else this.#changed(path)
  }

  /** Watches a folder and the folders below it. The watcher of the parent folder reports files that are no links. */
  #follow(path: string, depth: number): void {
    const stats = attempt(() => statSync(path))
    if (depth > maxDepth || !stats?.isDirectory()) return
    this.#watchFolder(path, (name, isNew) => {
      if (isNew) this.#met(join(path, name), depth + 1)
      else this.#changed(name ? join(path, name) : undefined)
    })
    for (const { name, isLink } of foldersAndLinksIn(path)) {
      const below = join(path, name)
      if (isLink) this.#stamp(below)
      this.#follow(below, depth + 1)
    }
  }

  #stamp(path: string): void {
    this.#stamps.set(path, computeStamp(attempt(() => statSync(path))))
  }

  #watchFolder(path: string, seen: (name: string, isNew: boolean) => void): void {
    const failed = (error: unknown) => {
      this.#isBlind = true
      this.#log.warn({ err: error }, `${path} is not watched: send SIGHUP after a change`)
    }
    this.#stamp(path)
    try {
      this.#watchers.get(path)?.close()
      const watcher = watch(path, (event, name) => seen(name ?? '', event === 'rename'))
      this.#watchers.set(path, watcher.on('error', failed))
    } catch (error) {
      failed(error)
    }
  }

  /** Ends the watchers of a path and of all below it; of all paths for an empty text. */
  #forget(path: string): void {
    const isBelow = (each: string) => path === '' || each === path || each.startsWith(path + sep)
    for (const [each, watcher] of this.#watchers) {
      if (!isBelow(each)) continue
      watcher.close()
      this.#watchers.delete(each)
    }
    for (const each of this.#stamps.keys()) if (isBelow(each) && !this.#files.has(each)) this.#stamps.delete(each)
  }

  #compareSoon(): void {
    this.#compare().catch((error) => this.#log.warn({ err: error }, 'the paths of the documents could not be compared'))
  }

  /** Follows everything again when a path leads to another file or folder than before. */
  async #compare(): Promise<void> {
    const read = async (path: string) => [path, computeStamp(await stat(path).catch(() => undefined))] as const
    const found = await Promise.all(Array.from(this.#stamps.keys(), read))
    if (this.#isClosed) return
    const different = found.filter(([path, stamp]) => this.#stamps.has(path) && this.#stamps.get(path) !== stamp)
    if (different.length === 0) return
    for (const [path, stamp] of different) if (this.#files.has(path)) this.#stamps.set(path, stamp)
    const isElsewhere = different.some(([path]) => !this.#files.has(path))
    if (isElsewhere) {
      this.#forget('')
      this.#followAll()
    }
    this.#changed(isElsewhere ? undefined : different[0]?.[0])
  }
}

/** Returns what tells a folder from another one at its path, and a file from its other contents; empty for nothing. */
function computeStamp(stats: Stats | undefined): string {
  if (!stats) return ''
  const { dev, ino, birthtimeMs, size, mtimeMs, ctimeMs } = stats
  return stats.isDirectory() ? `${dev} ${ino} ${birthtimeMs}` : `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`
}

/** Returns the folders and links of a folder; none for one that the loader reports as unreadable. */
function foldersAndLinksIn(path: string): { name: string; isLink: boolean }[] {
  const entries = attempt(() => readdirSync(path, { withFileTypes: true })) ?? []
  return entries
    .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || entry.isSymbolicLink()))
    .map((entry) => ({ name: entry.name, isLink: entry.isSymbolicLink() }))
}
