/**
 * Stores large bodies, one file each, whose name ends with the checksum of the body. A file is written before its row
 * and removed after it; opening the store removes files without a row.
 */
import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolderSync } from '../../../../shared/lib/files/make-folder.ts'
import { syncFolder } from '../../../../shared/lib/files/sync-folder.ts'
import { renderBodyChecksum } from '../database/checksums.ts'
import { toStoreError } from '../database/store-errors.ts'
import { type BodyFileStore, MessageStoreError } from '../message-store.ts'

/** Delays the removal of body files while a backup copies them. */
export class RemovalHold {
  readonly #holds = new Set<Promise<void>>()

  /** Holds all removals. Returns the function that ends this hold. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#holds.add(promise)
    return () => {
      this.#holds.delete(promise)
      resolve()
    }
  }

  /** Resolves when no hold is active. */
  async waitUntilFree(): Promise<void> {
    while (this.#holds.size > 0) await Promise.all(this.#holds)
  }
}

/** Opens the folder and removes all files that are not in `kept`. Later removals wait while `removals` holds them. */
export function openBodyFileStore(
  folder: string,
  kept: ReadonlySet<string>,
  removals: RemovalHold = new RemovalHold(),
): BodyFileStore {
  makeFolderSync(folder)
  for (const name of readdirSync(folder)) if (!kept.has(name)) rmSync(join(folder, name))

  return {
    async write(body) {
      const name = `${randomUUID()}.${renderBodyChecksum(body)}`
      const path = join(folder, name)
      try {
        await writeThrough(path, body)
        await syncFolder(folder)
        return name
      } catch (error) {
        await rm(path).catch(() => undefined) // it may not exist
        throw toStoreError(path, error)
      }
    },

    async read(name) {
      const path = join(folder, name)
      const body = await readFile(path).catch((error: unknown) => {
        throw toStoreError(path, error)
      })
      const [, checksum = ''] = name.split('.') // earlier layouts have no checksum
      if (checksum !== '' && checksum !== renderBodyChecksum(body))
        throw new MessageStoreError('damaged', `${path}: the file is not what was written`)
      return body
    },

    async remove(name) {
      await removals.waitUntilFree()
      await rm(join(folder, name), { force: true })
    },
  }
}

async function writeThrough(path: string, body: Buffer): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(body)
  await file.sync()
}
