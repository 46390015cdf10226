/**
 * The files of a data folder itself: its lock, so that one process at a time uses it, and its default queue manager.
 *
 * The lock is an exclusive SQLite lock on a small file. The kernel releases it when the process ends for any
 * reason, so stale locks cannot occur. A second file contains the process id for error messages only.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { attempt } from '../../../shared/lib/collections/attempt.ts'
import { makeFolderSync } from '../../../shared/lib/files/make-folder.ts'
import { replaceFile } from '../../../shared/lib/files/replace-file.ts'
import { explainSpaceError } from '../store/database/find-space-error.ts'

const sqliteBusy = 5

/** Keeps references to the locks of this process: garbage collection of the database object would release the lock. */
const heldLocks = new Set<DatabaseSync>()

export type FolderLock = { release(): void }

/** Locks the folder. Throws an `Error` that names the owning process when another process has locked it. */
export function lockFolder(folder: string): FolderLock {
  makeFolderSync(folder)
  const owner = join(folder, 'owner.pid')
  const db = new DatabaseSync(join(folder, 'lock.db'), { timeout: 0 })
  try {
    // An in-memory journal lets the lock succeed on a full disk.
    db.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (((error as { errcode?: number }).errcode ?? 0) !== sqliteBusy) throw error
    const holder = attempt(() => readFileSync(owner, 'utf8').trim()) ?? 'of unknown number'
    throw new Error(`${folder} is owned by process ${holder}; end that one first`, { cause: error })
  }
  try {
    writeFileSync(owner, `${process.pid}\n`)
  } catch (error) {
    if (!explainSpaceError(error as NodeJS.ErrnoException)) throw error
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

const fileName = 'installation.json'

/** Returns the name, or undefined when the installation has no default. Throws when the file is damaged. */
export function loadDefault(folder: string): string | undefined {
  const file = join(folder, fileName)
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8')).default
  } catch (error) {
    throw new Error(`${file} is damaged: ${(error as Error).message}`, { cause: error })
  }
}

/** Saves the name of the default queue manager; undefined for none. Rejects with the error of the file system. */
export async function saveDefault(folder: string, name: string | undefined): Promise<void> {
  await replaceFile(join(folder, fileName), `${JSON.stringify({ default: name })}\n`, { mode: 0o600 })
}

/** Copies the file to another folder, if the installation has one. */
export async function copyDefault(folder: string, target: string): Promise<void> {
  const file = join(folder, fileName)
  if (existsSync(file)) await copyFile(file, join(target, fileName))
}
