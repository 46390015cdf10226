/** Finds what a monitor starts transfers for: the files of a folder, of which a file counts again when it is changed, or messages of a queue. */
import type { Connection } from '../../../../manager/index.ts'
import type { MonitorDefinition } from '../types/command.ts'
import { FolderScanner, type ScannedFile } from './folder-scanner.ts'
import { compileNamePattern, type NameMatcher } from './name-patterns.ts'

/** A file that was handled, as the journal has it. */
export type HandledFile = readonly [path: string, size: number, modified: number]

interface Candidate {
  readonly file: ScannedFile
  /** The number of polls in which the size was the same. */
  readonly polls: number
}

export class FolderMonitor {
  readonly #definition: MonitorDefinition
  readonly #scanner: FolderScanner
  readonly #matches: NameMatcher
  readonly #handled: Map<string, HandledFile>
  /** The files that match and are not handled. */
  readonly #candidates = new Map<string, Candidate>()
  readonly #matching = new Set<string>()

  /** Throws an `Error` for a pattern that is not valid. */
  constructor(definition: MonitorDefinition, folder: string, handled: readonly HandledFile[], clock: () => number) {
    this.#definition = definition
    this.#matches = compileNamePattern(definition.pattern)
    this.#handled = new Map(handled.map((entry) => [entry[0], entry]))
    const recursionLevel = Math.max(0, definition.recursionLevel)
    this.#scanner = new FolderScanner({ folder, recursionLevel, clock })
  }

  /** The files that were handled and still exist. */
  get handled(): Iterable<HandledFile> {
    return this.#handled.values()
  }

  /** Whether a file matches, handled or not: `matchNone` waits for the opposite. */
  get hasMatches(): boolean {
    return this.#matching.size > 0
  }

  /** Reads the changes of the folder and returns the files that meet the trigger condition. Rejects with the error of the file system. */
  async poll(): Promise<readonly ScannedFile[]> {
    const { changed, removed } = await this.#scanner.poll()
    for (const path of removed) {
      this.#candidates.delete(path)
      this.#matching.delete(path)
      this.#handled.delete(path)
    }
    for (let from = 0; from < changed.length; from += namesPerMatch) {
      const page = changed.slice(from, from + namesPerMatch)
      const matches = this.#matches(page.map(({ name }) => name))
      for (const [index, file] of page.entries()) if (matches[index]) this.#add(file)
    }
    return this.#triggered(new Set(changed.map(({ path }) => path)))
  }

  /** Records that transfers for these files have started. */
  markHandled(files: readonly ScannedFile[]): void {
    for (const { path, size, modified } of files) {
      this.#candidates.delete(path)
      this.#handled.set(path, [path, size, modified])
    }
  }

  close(): void {
    this.#scanner.close()
  }

  #add(file: ScannedFile): void {
    this.#matching.add(file.path)
    const [, size, modified] = this.#handled.get(file.path) ?? []
    if (size === file.size && modified === file.modified) return
    const before = this.#candidates.get(file.path)
    const polls = before?.file.size === file.size ? before.polls : 0
    this.#candidates.set(file.path, { file, polls })
  }

  #triggered(changed: ReadonlySet<string>): ScannedFile[] {
    const { trigger } = this.#definition
    const ready: ScannedFile[] = []
    for (const [path, { file, polls }] of this.#candidates) {
      if (trigger.type === 'noChangeInSize') {
        // The poll that sees a size first does not count.
        const unchanged = changed.has(path) && polls === 0 ? 0 : polls + 1
        this.#candidates.set(path, { file, polls: Math.max(unchanged, 0) })
        if (unchanged >= trigger.polls) ready.push(file)
      } else if (trigger.type === 'sizeGreaterOrEqualTo') {
        if (file.size >= trigger.bytes) ready.push(file)
      } else if (trigger.type === 'matchAll') ready.push(file)
    }
    return ready
  }
}

/** The names that a regular expression may match in the time of one call. */
const namesPerMatch = 256

/** The maximum number of messages that one poll browses. */
const maxMessages = 5000

/** Returns the group for which a transfer starts, or an empty object for all messages; undefined when there is none. */
export async function pollQueue(
  { resource, trigger }: MonitorDefinition,
  connection: Connection,
): Promise<{ readonly groupId?: string } | undefined> {
  if (trigger.type !== 'completeGroups') {
    const messages = await connection.list(resource, { limit: 1 })
    return messages.length > 0 ? {} : undefined
  }
  const groups = new Map<string, { count: number; length: number | undefined }>()
  using browser = connection.open(resource, { mode: 'browse' })
  for (let seen = 0; seen < maxMessages; seen += 1) {
    const message = await browser.browseNext()
    if (!message) break
    if (!message.group) continue
    const { id, sequence, isLast } = message.group
    const group = groups.get(id) ?? { count: 0, length: undefined }
    group.count += 1
    if (isLast) group.length = sequence
    groups.set(id, group)
    if (group.count === group.length) return { groupId: id }
  }
  return undefined
}
