/**
 * Tracks the files of a monitored folder. The first poll reads the folder. Later polls read the status of the files that the
 * operating system reports as changed, and the whole folder at intervals, because some file systems report no changes.
 */
import { type FSWatcher, statSync, watch } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { attempt } from '../../../../../shared/lib/collections/attempt.ts'
import type { Clock } from '../../../../../shared/lib/time/clock.ts'
import { isStagingFolder } from '../files/staging.ts'

export interface ScannedFile {
  readonly path: string
  readonly name: string
  readonly size: number
  readonly modified: number
}

export interface FolderChanges {
  /** Files that are new or have changed. */
  readonly changed: readonly ScannedFile[]
  readonly removed: readonly string[]
}

export interface FolderScannerOptions {
  readonly folder: string
  /** How many levels of folders below are included. */
  readonly recursionLevel: number
  readonly clock: Clock
}

/** A scan must not take more than this share of the time. */
const maxScanShare = 0.02
const rescanWatchedMs = 600_000
/** The number of files after which a scan yields to the event loop. */
const filesPerTurn = 128
/** The maximum number of watches; changes in further folders are found by scans. */
const maxWatchedFolders = 256

export class FolderScanner {
  readonly #options: FolderScannerOptions
  readonly #files = new Map<string, ScannedFile>()
  readonly #watchers = new Map<string, FSWatcher>()
  readonly #hints = new Set<string>()
  #mustScan = true
  #isWatched = true
  #scannedAt = 0
  #scanMs = 0

  constructor(options: FolderScannerOptions) {
    this.#options = options
  }

  /** All files that the last poll found. */
  get files(): ReadonlyMap<string, ScannedFile> {
    return this.#files
  }

  /** Returns what has changed since the last poll. Rejects with the error of the file system. */
  async poll(): Promise<FolderChanges> {
    const age = this.#options.clock() - this.#scannedAt
    const interval = Math.max(this.#isWatched ? rescanWatchedMs : 0, this.#scanMs / maxScanShare)
    if (this.#mustScan || age >= interval) return this.#scan()
    const hints = [...this.#hints]
    this.#hints.clear()
    return this.#compare(hints)
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
  }

  async #scan(): Promise<FolderChanges> {
    const startedAt = this.#options.clock()
    this.#hints.clear()
    const found: string[] = []
    await this.#list(this.#options.folder, this.#options.recursionLevel, found)
    const present = new Set(found)
    const gone = [...this.#files.keys()].filter((path) => !present.has(path))
    const changes = await this.#compare([...found, ...gone])
    // Set after the scan: what changes meanwhile is a hint.
    this.#mustScan = false
    this.#scannedAt = this.#options.clock()
    this.#scanMs = this.#scannedAt - startedAt
    return changes
  }

  async #list(folder: string, levels: number, found: string[]): Promise<void> {
    this.#watch(folder)
    for await (const entry of await opendir(folder, { bufferSize: 1024 })) {
      const path = join(folder, entry.name)
      if (!entry.isDirectory()) found.push(path)
      else if (levels > 0 && !isStagingFolder(entry.name)) await this.#list(path, levels - 1, found)
    }
  }

  async #compare(paths: readonly string[]): Promise<FolderChanges> {
    const changed: ScannedFile[] = []
    const removed: string[] = []
    for (const [index, path] of paths.entries()) {
      if (index % filesPerTurn === filesPerTurn - 1) await nextTurn()
      const before = this.#files.get(path)
      const stats = attempt(() => statSync(path, { throwIfNoEntry: false }) ?? null)
      if (stats === undefined) continue // a link to itself, for example: neither new nor removed
      if (stats?.isDirectory()) this.#mustScan ||= this.#options.recursionLevel > 0
      if (!stats?.isFile()) {
        if (this.#files.delete(path)) removed.push(path)
        continue
      }
      const { size, mtimeMs: modified } = stats
      if (before?.size === size && before.modified === modified) continue
      const file = { path, name: path.slice(path.lastIndexOf('/') + 1), size, modified }
      this.#files.set(path, file)
      changed.push(file)
    }
    return { changed, removed }
  }

  #watch(folder: string): void {
    if (this.#watchers.has(folder)) return
    if (this.#watchers.size >= maxWatchedFolders) {
      this.#isWatched = false
      return
    }
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        if (name === null) this.#mustScan = true
        else if (!isStagingFolder(name)) this.#hints.add(join(folder, name))
      })
      watcher.on('error', () => {
        watcher.close()
        this.#watchers.delete(folder)
        this.#mustScan = true
      })
      this.#watchers.set(folder, watcher)
    } catch {
      this.#isWatched = false // the limit of watches is reached, or the file system has none
    }
  }
}
