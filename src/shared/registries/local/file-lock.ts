/**
 * A lock between processes, which the operating system releases with its owner: Node has no file locks, but a
 * transaction of SQLite on an empty database is one.
 */
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { makeFolder } from '../../lib/files/make-folder.ts'
import { ensurePrivateFile } from '../../lib/files/private-file.ts'

const lockTimeoutMs = 15_000 // a slow disk takes half a second for one change, and many may wait
const retryIntervalMs = 20

/** Runs `work` while holding the lock. Rejects when another process holds it for more than 15 seconds. */
export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  await makeFolder(dirname(file), { mode: 0o700 })
  const deadline = performance.now() + lockTimeoutMs
  ensurePrivateFile(file) // a lock that root makes belongs to the owner of the folder, whose gateway takes it next
  using database = new DatabaseSync(file, { timeout: 0 })
  while (!tryLock(database)) {
    if (performance.now() > deadline) throw new Error(`another process holds ${file}; try again`)
    await wait(retryIntervalMs)
  }
  return await work()
}

function tryLock(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if ((error as { errcode?: number }).errcode === 5) return false // SQLITE_BUSY
    throw error
  }
}
