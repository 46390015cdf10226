/**
 * Big bodies, one file each, written and read off the event loop so that nobody waits behind them.
 *
 * A file is on disk before the row that names it and goes after that row has gone; what a crash leaves without a row is
 * removed when the store is opened. The name of a file ends with the checksum of what is in it.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { syncFolder } from '../../../lib/files/sync-folder.ts'
import { computeBodyChecksum } from '../database/checksums.ts'
import { toStoreError } from '../database/store-errors.ts'
import { type BodyFileStore, MessageStoreError } from '../message-store.ts'

/** Opens the folder; `kept` are the files that messages still name. */
export function openBodyFileStore(folder: string, kept: ReadonlySet<string>): BodyFileStore {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) {
    if (!kept.has(name)) rmSync(join(folder, name), { force: true })
  }

  return {
    async write(body) {
      const name = `${randomUUID()}.${checksumOf(body)}`
      const path = join(folder, name)
      try {
        await writeThrough(path, body)
        await syncFolder(folder)
        return name
      } catch (error) {
        await rm(path, { force: true }).catch(() => undefined)
        throw toStoreError(path, error)
      }
    },

    async read(name) {
      const path = join(folder, name)
      const body = await readFile(path).catch((error: unknown) => {
        throw toStoreError(path, error)
      })
      const [, checksum = ''] = name.split('.') // none was kept by earlier layouts
      if (checksum !== '' && checksum !== checksumOf(body)) {
        throw new MessageStoreError('damaged', `${path}: the file is not what was written`)
      }
      return body
    },

    async remove(name) {
      await rm(join(folder, name), { force: true })
    },
  }
}

function checksumOf(body: Buffer): string {
  return computeBodyChecksum(body).toString(16).padStart(8, '0')
}

async function writeThrough(path: string, body: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(body)
    await file.sync()
  } finally {
    await file.close()
  }
}
