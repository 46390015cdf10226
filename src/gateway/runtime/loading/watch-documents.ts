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
import { attempt, findFailure } from '../../../shared/lib/collections/attempt.ts'
import type { Log } from '../../../shared/lib/output/log.ts'
import { watchedFolders } from '../../config/folders/index.ts'

const pollIntervalMs = 1_000
/** More events than this between polls may be incomplete: the kernel's queue has 16,384, and drops what comes later. */
const maxEvents = 1_000
/** The kernel dates changes by its last tick, which may be before a time that was read earlier. */
const tickMs = 10

/** The part of a watcher that reloads use. */
export type FollowedDocuments = Pick<DocumentWatcher, 'onChange' | 'doubtAll' | 'followFiles' | 'close'>

/** Watches the documents below a folder until it is closed. */
export class DocumentWatcher {
  readonly #folder: string
  readonly #log: Log
  readonly #watchers = new Map<string, FSWatcher>()
  /** What was found at each watched folder and each link. */
  readonly #stamps = new Map<string, string>()
  /** The folders that could not be watched. */
  readonly #unwatched = new Set<string>()
  readonly #polling: NodeJS.Timeout
  /** What was found at each file that documents name. */
  #named = new Map<string, string>()
  /** The number of events since the last poll. */
  #events = 0
  /** The changed paths; undefined when any file may have changed. */
  #changes: Set<string> | undefined = new Set()
  #isClosed = false
  #report: (() => void) | undefined

  constructor(folder: string, log: Log) {
    this.#folder = folder
    this.#log = log
    this.#followAll()
    const warn = (error: unknown) => log.warn({ err: error }, 'the paths of the documents could not be compared')
    const pollAgain = () => void (this.#isClosed || this.#polling.refresh()) // a file system that hangs is asked once
    this.#polling = setTimeout(() => this.#compare().catch(warn).then(pollAgain), pollIntervalMs).unref()
  }

  /** Calls `report` for every change that `takeChanges` has not returned yet, often several times for one. */
  onChange(report: () => void): void {
    this.#report = report
    if (this.hasChanges()) report()
  }

  /** Returns the files that have changed since the last call, relative to the folder; undefined when any may have. */
  takeChanges(): readonly string[] | undefined {
    const changes = this.#unwatched.size > 0 ? undefined : this.#changes
    this.#changes = new Set()
    return changes && Array.from(changes, (path) => relative(this.#folder, path).replaceAll(sep, '/'))
  }

  /** Returns whether a file has changed since the last call of `takeChanges`, as far as events have arrived. */
  hasChanges(): boolean {
    return this.#changes?.size !== 0
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
    const read = (path: string) => {
      const stats = attempt(() => statSync(path))
      return stats && stats.ctimeMs >= readAt - tickMs ? 'changed while it was read' : computeStamp(stats)
    }
    this.#named = new Map(paths.map((path) => [path, this.#named.get(path) ?? read(path)]))
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#polling)
    this.#forget('')
  }

  /** Reports a changed file; without a path, any file may have changed. */
  #changed(path?: string): void {
    if (path !== undefined && basename(path).startsWith('.') && !this.#named.has(path)) return // editors write such files
    if (path === undefined || this.#events > maxEvents) this.#changes = undefined
    else this.#changes?.add(path)
    this.#report?.()
  }

  #followAll(): void {
    this.#watchFolder(this.#folder, (name) => {
      if (watchedFolders.includes(name)) this.#met(join(this.#folder, name), [])
    })
    for (const each of watchedFolders) this.#follow(join(this.#folder, each), [])
  }

  /** A file or folder of this name was created, removed or replaced. */
  #met(path: string, above: readonly string[]): void {
    const wasFollowed = this.#stamps.has(path)
    this.#forget(path)
    if (attempt(() => lstatSync(path))?.isSymbolicLink()) this.#stamp(path)
    this.#follow(path, above)
    this.#changed(wasFollowed || this.#stamps.has(path) ? undefined : path)
  }

  /** Watches a folder that is none of those above, and the folders below. The watcher reports files that are no links. */
  #follow(path: string, above: readonly string[]): void {
    const stats = attempt(() => statSync(path))
    const within = [...above, computeStamp(stats)] // links can form a cycle
    if (!stats?.isDirectory() || basename(path).startsWith('.') || above.includes(computeStamp(stats))) return
    this.#watchFolder(path, (name, isNew) => {
      if (isNew) this.#met(join(path, name), within)
      else this.#changed(name ? join(path, name) : undefined)
    })
    // The loader reports a folder that cannot be read.
    for (const entry of attempt(() => readdirSync(path, { withFileTypes: true })) ?? []) {
      if (entry.isFile()) continue
      const below = join(path, entry.name)
      if (entry.isSymbolicLink()) this.#stamp(below)
      this.#follow(below, within)
    }
  }

  #stamp(path: string): void {
    this.#stamps.set(path, computeStamp(attempt(() => statSync(path))))
  }

  #watchFolder(path: string, seen: (name: string, isNew: boolean) => void): void {
    const failed = (error: unknown) => {
      this.#unwatched.add(path)
      this.#log.warn({ err: error }, `${path} is not watched: send SIGHUP after a change`)
    }
    this.#stamp(path)
    try {
      this.#watchers.get(path)?.close()
      const watcher = watch(path, (event, name) => {
        this.#events += 1
        seen(name ?? '', event === 'rename')
      })
      this.#watchers.set(path, watcher.on('error', failed))
    } catch (error) {
      failed(error)
    }
  }

  /** Ends the watchers of a path and of all below it; of all paths for an empty text. */
  #forget(path: string): void {
    const isBelow = (each: string) => path === '' || each === path || each.startsWith(path + sep)
    for (const [each, watcher] of this.#watchers) if (isBelow(each)) watcher.close()
    for (const known of [this.#watchers, this.#stamps, this.#unwatched])
      for (const each of known.keys()) if (isBelow(each)) known.delete(each)
  }

  /**
   * Follows everything again when a path leads to another file or folder than before, when a folder can be watched that
   * could not, and when the events of new folders may be missing.
   */
  async #compare(): Promise<void> {
    const canWatch = (path: string) => findFailure(() => watch(path).close()) === undefined
    const isOutdated = this.#events > maxEvents || [...this.#unwatched].some(canWatch)
    this.#events = 0
    const [places, files] = await Promise.all([listDifferent(this.#stamps), listDifferent(this.#named)])
    if (this.#isClosed) return
    for (const [path, stamp] of files) {
      this.#named.set(path, stamp)
      this.#changed(path)
    }
    if (places.length === 0 && !isOutdated) return
    this.#forget('')
    this.#followAll()
    this.#changed()
  }
}

/** Returns the paths that lead to something else by now, with the stamp of that. */
async function listDifferent(stamps: ReadonlyMap<string, string>) {
  const read = async (path: string) => [path, computeStamp(await stat(path).catch(() => undefined))] as const
  const found = await Promise.all(Array.from(stamps.keys(), read))
  return found.filter(([path, stamp]) => stamps.has(path) && stamps.get(path) !== stamp)
}

/** Returns what tells a folder from another one at its path, and a file from its other contents; empty for nothing. */
function computeStamp(stats: Stats | undefined): string {
  if (!stats) return ''
  const { dev, ino, birthtimeMs, size, mtimeMs, ctimeMs } = stats
  return stats.isDirectory() ? `${dev} ${ino} ${birthtimeMs}` : `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`
}
