/**
 * The store of a queue manager in one SQLite file: write-ahead log, every commit synced.
 *
 * A thread writes (`writer.ts`). This thread reads, on a connection of its own, which sees a commit when its promise has
 * settled.
 */
import { dirname, join } from 'node:path'

import { openBodies } from './bodies.ts'
import { guarded } from './faults.ts'
import { packChanges, packMessages } from './packed-changes.ts'
import { checkFile, connectReader, unusedBytesIn } from './sqlite-file.ts'
import { loadLanes } from './sqlite-lanes.ts'
import { bodyFilesIn, openMessages } from './sqlite-messages.ts'
import { readObjects } from './sqlite-objects.ts'
import { parkedIn } from './sqlite-parked.ts'
import type { Store } from './store.ts'
import { openWriter, type Writer } from './writer.ts'
import type { OpenOptions } from './written-store.ts'

export type SqliteOptions = Pick<OpenOptions, 'created' | 'maxPages' | 'reserve'>

/** Makes the file. Rejects with a `StoreFault` when it exists. */
export async function createSqliteStore(file: string, options: SqliteOptions): Promise<Store> {
  return storeOver(file, await openWriter({ ...options, file, isNew: true, checks: false }))
}

/** Opens the file of an existing queue manager. Rejects with a `StoreFault` that names it when it is missing, another's or damaged. */
export async function openSqliteStore(file: string, options: SqliteOptions): Promise<Store> {
  const checks = await checkFile(file)
  return storeOver(file, await openWriter({ ...options, file, isNew: false, checks }))
}

async function storeOver(file: string, writer: Writer): Promise<Store> {
  try {
    return await readable(file, writer)
  } catch (error) {
    await writer.close()
    throw error
  }
}

async function readable(file: string, writer: Writer): Promise<Store> {
  const db = guarded(file, () => connectReader(file))
  let { parked } = writer.opened
  try {
    const lanes = await loadLanes(db, file)
    const named = guarded(file, () => bodyFilesIn(db))
    return {
      messages: guarded(file, () => openMessages(db, file, lanes)),
      bodies: openBodies(join(dirname(file), 'bodies'), named),
      firstBlock: writer.opened.block,
      objects: () => guarded(file, () => readObjects(db, file)),
      takeParked() {
        const taken = parkedIn(parked, file)
        parked = []
        return taken
      },
      unusedBytes: () => guarded(file, () => unusedBytesIn(db)),
      commit: (changes, { urgent = false } = {}) => writer.commit({ ...packChanges(changes), urgent }),
      claimBlock: () => writer.claimBlock(),
      park: (messages) => writer.park(packMessages(messages)),
      async close() {
        if (!db.isOpen) return
        db.close()
        await writer.close() // the last connection: it brings the log into the file and removes it
      },
    }
  } catch (error) {
    db.close()
    throw error
  }
}
