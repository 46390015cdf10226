/** The bodies that are written beside the store, because they would hold up everyone else in it. */
import type { BodyFileStore } from '../store/message-store.ts'
import type { MessageDraft } from './message-puts.ts'

/** From here on a body is big: a quarter of a mebibyte. */
export const minFileBodyBytes = 262_144

export class BodyFiles {
  readonly #bodies: BodyFileStore
  /** Files on their way out. */
  readonly #leaving = new Set<Promise<void>>()

  constructor(bodies: BodyFileStore) {
    this.#bodies = bodies
  }

  /** The files of the drafts that need one, in their order; on disk when it settles. All or none are there. */
  async write(drafts: readonly MessageDraft[]): Promise<(string | undefined)[]> {
    const files: (string | undefined)[] = []
    try {
      for (const draft of drafts)
        files.push(needsBodyFile(draft) ? await this.#bodies.write(draft.body) : undefined)
      return files
    } catch (error) {
      for (const file of files) this.remove(file)
      throw error
    }
  }

  read(file: string): Promise<Buffer> {
    return this.#bodies.read(file)
  }

  /** Nobody waits for it; what stays behind is removed when the store is opened next. */
  remove(file: string | undefined): void {
    if (!file) return
    const leaving = this.#bodies
      .remove(file)
      .catch(() => undefined)
      .finally(() => this.#leaving.delete(leaving))
    this.#leaving.add(leaving)
  }

  /** Settles when no file is on its way out. */
  async idle(): Promise<void> {
    await Promise.all(this.#leaving)
  }
}

export function needsBodyFile({ persistent, body }: MessageDraft): boolean {
  return persistent && body.length >= minFileBodyBytes
}
