/** A source file that a destination agent of the same process copies into a staged file. It blocks: use it on a thread. */
import { closeSync, fstatSync, type Stats } from 'node:fs'
import { getOrCreate } from '../../../../../shared/lib/collections/get-or-create.ts'
import type { SourceFileIdentity } from '../types/frame.ts'
import { createChangedFileError, describeFileFailure } from './file-work.ts'
import { readFully } from './open-files.ts'
import { openForReading } from './source-files.ts'

class CopiedSource {
  readonly #identity: SourceFileIdentity
  readonly #handle: number

  /** Throws an error that names the source file when it is not the one that was identified. */
  constructor(identity: SourceFileIdentity) {
    this.#identity = identity
    const { handle, stats } = this.#explain(() => openForReading(identity.path))
    this.#handle = handle
    try {
      this.#requireUnchanged(stats)
    } catch (error) {
      closeSync(handle)
      throw error
    }
  }

  /** Fills `into` from a position of the file. Throws an error that names the file when it has changed or cannot be read. */
  read(into: Uint8Array, from: number): void {
    const length = this.#explain(() => readFully(this.#handle, into, from))
    if (length < into.length) throw this.#changed()
  }

  /** Throws when the file is not what it was when it was identified. */
  requireUnchanged(): void {
    this.#requireUnchanged(fstatSync(this.#handle))
  }

  close(): void {
    closeSync(this.#handle)
  }

  #requireUnchanged({ dev, ino, size, mtimeMs }: Stats): void {
    const { device, inode, size: identifiedSize, modified } = this.#identity
    const isSame = dev === device && ino === inode && size === identifiedSize && mtimeMs === modified
    if (!isSame) throw this.#changed()
  }

  #changed(): Error {
    return withSourceCode(createChangedFileError(this.#identity.path).message)
  }

  /** Runs an operation, and throws its error with the name of the source file: the caller's errors are about the staged file. */
  #explain<T>(operation: () => T): T {
    try {
      return operation()
    } catch (error) {
      throw withSourceCode(describeFileFailure(this.#identity.path, error))
    }
  }
}

function withSourceCode(message: string): Error {
  return Object.assign(new Error(message), { code: 'ESOURCE' })
}

/** The source files that are copied, by the handles of the staged files. */
export class CopiedSources {
  readonly #open = new Map<number, CopiedSource>()

  /** Returns the source of a staged file, and opens it first if necessary. Throws like `CopiedSource`. */
  find(handle: number, identity: SourceFileIdentity): CopiedSource {
    return getOrCreate(this.#open, handle, () => new CopiedSource(identity))
  }

  close(handle: number): void {
    this.#open.get(handle)?.close()
    this.#open.delete(handle)
  }

  closeAll(): void {
    for (const handle of [...this.#open.keys()]) this.close(handle)
  }
}
