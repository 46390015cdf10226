/** Copies a file durably and computes the digest of what was read. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { backup, DatabaseSync } from 'node:sqlite'
import { giveFileToFolderOwner } from '../../shared/lib/files/folder-owner.ts'
import { ensurePrivateFile } from '../../shared/lib/files/private-file.ts'
import { requireRegularFile } from '../../shared/lib/files/read-regular-file.ts'

/** SQLite copies all pages in one step: a step that follows a commit would begin again from the first page. */
const allPages = 2 ** 31 - 1

const databaseHeader = 'SQLite format 3\0'

export type FileDigest = { bytes: number; sha256: string }

/** Copies a file to a path that must not exist, with the permissions of its owner only. The copy is on disk when the promise resolves. */
export async function copyFileDurably(source: string, target: string): Promise<FileDigest> {
  const found = await stat(source)
  requireRegularFile(source, found)
  const { mode } = found
  // a backup has secrets, and folders that other users may enter
  await using handle = await open(target, 'wx', mode & 0o700)
  giveFileToFolderOwner(target, handle.fd)
  const digest = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(source) as AsyncIterable<Buffer>) {
    digest.update(chunk)
    bytes += chunk.length
    await handle.writeFile(chunk)
  }
  await handle.sync()
  return { bytes, sha256: digest.digest('hex') }
}

/** Copies an SQLite database as of one moment while it is used, to a private file that is synced to disk. */
export async function copyDatabase(source: string, target: string): Promise<void> {
  {
    using database = new DatabaseSync(source, { readOnly: true, timeout: 10_000 })
    ensurePrivateFile(target)
    await backup(database, target, { rate: allPages })
  }
  {
    using copy = new DatabaseSync(target)
    copy.exec('PRAGMA journal_mode = DELETE')
  }
  await syncFile(target)
}

/** Returns whether the file is an SQLite database. */
export async function isDatabaseFile(file: string): Promise<boolean> {
  requireRegularFile(file, await stat(file)) // a link may lead to a pipe, which would block for ever
  await using handle = await open(file, 'r')
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(databaseHeader.length), 0, databaseHeader.length, 0)
  return buffer.toString('latin1', 0, bytesRead) === databaseHeader
}

/** Reads a file and returns its digest. */
export async function computeFileDigest(file: string): Promise<FileDigest> {
  requireRegularFile(file, await stat(file))
  const digest = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    digest.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: digest.digest('hex') }
}

/** Writes what the system holds of a file to the disk. */
export async function syncFile(file: string): Promise<void> {
  await using handle = await open(file, 'r+')
  await handle.sync()
}
