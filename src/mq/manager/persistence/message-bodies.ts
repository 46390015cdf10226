/** The bodies of persistent messages outside rows: large ones, which would block transactions, in files; a cache. */
import type { QueuedMessage } from '../messages/queued-message.ts'
import type { BodyFileStore } from '../store/message-store.ts'
import type { MessageDraft } from './message-puts.ts'

/** The minimum size in bytes of a body that is stored in a file: 256 KiB. */
export const minFileBodyBytes = 262_144

export class BodyFiles {
  readonly #bodies: BodyFileStore
  /** Removals in progress. */
  readonly #leaving = new Set<Promise<void>>()

  constructor(bodies: BodyFileStore) {
    this.#bodies = bodies
  }

  /**
   * Writes the bodies that need a file. Resolves with the file names in the order of the drafts, undefined for
   * bodies without a file, after all files are on disk. When a write fails, it rejects and removes all of them.
   */
  async write(drafts: readonly MessageDraft[]): Promise<(string | undefined)[]> {
    const files: (string | undefined)[] = []
    try {
      for (const draft of drafts) files.push(needsBodyFile(draft) ? await this.#bodies.write(draft.body) : undefined)
      return files
    } catch (error) {
      for (const file of files) this.remove(file)
      throw error
    }
  }

  read(file: string): Promise<Buffer> {
    return this.#bodies.read(file)
  }

  /** Removes a file in the background. The next opening of the store removes files that could not be removed. */
  remove(file: string | undefined): void {
    if (!file) return
    const leaving = this.#bodies
      .remove(file)
      .catch(() => undefined)
      .finally(() => this.#leaving.delete(leaving))
    this.#leaving.add(leaving)
  }

  /** Resolves when no removal is in progress. */
  async idle(): Promise<void> {
    await Promise.all(this.#leaving)
  }
}

export function needsBodyFile({ persistent, body }: MessageDraft): boolean {
  return persistent && body.length >= minFileBodyBytes
}

/** The maximum size of the cache in bytes. */
const maxCacheBytes = 1_048_576
/** The maximum size of a cached body in bytes. A longer body would evict many others. */
const maxCachedBodyBytes = 16_384

/** Caches the bodies of recent persistent messages, because most are read soon. Evicts the oldest first. */
export class RecentBodyCache {
  /** The memory in bytes that each body occupies, the oldest first. */
  readonly #kept = new Map<QueuedMessage, number>()
  #bytes = 0

  /** Adds a body, which stays available in `message.body` until it is evicted. */
  add(entry: QueuedMessage, body: Buffer): void {
    const bytes = body.buffer.byteLength
    if (bytes > maxCachedBodyBytes || this.#kept.has(entry)) return
    entry.body = body
    this.#kept.set(entry, bytes)
    this.#bytes += bytes
    for (const [oldest, its] of this.#kept) {
      if (this.#bytes <= maxCacheBytes) break
      oldest.body = undefined
      this.#kept.delete(oldest)
      this.#bytes -= its
    }
  }

  /** Removes a body that is no longer needed. */
  remove(entry: QueuedMessage): void {
    const bytes = this.#kept.get(entry)
    if (bytes === undefined) return
    entry.body = undefined
    this.#kept.delete(entry)
    this.#bytes -= bytes
  }
}
