/**
 * One process owns a data folder.
 *
 * The lock is SQLite's lock on a small file: the kernel lets go of it when the process dies, however it dies, so there is
 * no stale lock to recover. The file beside it only tells a human whose lock it is.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const sqliteBusy = 5

/** The locks of this process: one that was collected as garbage would let go of its folder. */
const heldLocks = new Set<DatabaseSync>()

export interface FolderLock {
  release(): void
}

/** Takes the folder. Throws an `Error` that names the owner when another process has it. */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true })
  const owner = join(folder, 'owner.pid')
  const db = new DatabaseSync(join(folder, 'lock.db'), { timeout: 0 })
  try {
    // A journal in memory: the lock is taken on a full disk as well.
    db.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (((error as { errcode?: number }).errcode ?? 0) !== sqliteBusy) throw error
    throw new Error(`${folder} is owned by process ${ownerIn(owner)}; end that one first`, { cause: error })
  }
  try {
    writeFileSync(owner, `${process.pid}\n`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
  heldLocks.add(db)

  return {
    release() {
      if (!heldLocks.delete(db)) return
      rmSync(owner, { force: true })
      db.close()
    },
  }
}

function ownerIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return 'of unknown number'
  }
}
