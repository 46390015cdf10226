/** The list of the files of a backup, and the verification of a backup, which reads all of it. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readRegularFileLater } from '../../shared/lib/files/read-regular-file.ts'
import { computeFileDigest } from './copy-file.ts'

export const manifestName = 'backup.json'

/** The newest format of backups that this version reads. It writes 1, and 2 when the backup has a dump of PostgreSQL. */
export const backupFormat = 2

/** The dump of the gateway's state in PostgreSQL, in the folder of the backup. */
export const storeDumpName = 'store.dump'

export interface BackupManifest {
  format: number
  /** The time at which the backup was complete, in ISO 8601. */
  createdAt: string
  /** The version of Sluice that made the backup. */
  version: string
  /** The layout of the data folder. */
  dataLayout: number
  queueManagers: readonly string[]
  files: readonly BackupFile[]
  /** The dump of the gateway's state; undefined when it is in the data folder, or was left out. */
  store?: BackupFile | undefined
}

export interface BackupFile {
  /** The path within the data folder, with slashes. */
  path: string
  bytes: number
  /** The SHA-256 digest of the content, in hexadecimal. */
  sha256: string
  /** Whether the file is an SQLite database. */
  isDatabase: boolean
}

/** Reads the manifest of a backup. Rejects with a `BackupError` when the folder is no backup or of a newer format. */
async function readManifest(folder: string): Promise<BackupManifest> {
  const file = join(folder, manifestName)
  const text = await readRegularFileLater(file).catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'ENOENT' ? `it has no ${manifestName}` : cause.message
    throw new BackupError(`${folder} is no backup: ${reason}`, { cause })
  })
  const manifest = parseManifest(text.toString(), file)
  if (manifest.format > backupFormat)
    throw new BackupError(
      `${folder} has backup format ${manifest.format}, which Sluice ${manifest.version} wrote; this version reads up to ${backupFormat}: restore with the newer version`,
    )
  for (const { path } of manifest.files) requireInside(path, file)
  return manifest
}

function parseManifest(text: string, file: string): BackupManifest {
  try {
    const manifest = JSON.parse(text) as BackupManifest
    if (!Number.isSafeInteger(manifest.format) || !Array.isArray(manifest.files))
      throw new Error('"format" or "files" is missing')
    return manifest
  } catch (cause) {
    throw new BackupError(`${file} is damaged: ${(cause as Error).message}`, { cause })
  }
}

/** A path with `..` would write outside the data folder. */
function requireInside(path: unknown, file: string): void {
  const isInside =
    typeof path === 'string' &&
    path !== '' &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  if (!isInside) throw new BackupError(`${file} is damaged: the path ${JSON.stringify(path)} is not inside a folder`)
}

/** A backup or a restore that cannot be carried out. The message says what to do. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** Lists files as paths in order, with linked files. Special files and what `isSkipped` names are left out. */
export async function listFiles(folder: string, isSkipped: (path: string) => boolean = () => false): Promise<string[]> {
  const found: string[] = []
  const visit = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (isSkipped(path)) continue
      if (entry.isDirectory()) await visit(path)
      else if (entry.isFile() || entry.isSymbolicLink()) found.push(path)
    }
  }
  await visit('')
  return found.sort()
}

/** Checks a backup by its manifest, which it resolves with, and databases by pages. Rejects with `BackupError`. */
export async function verifyBackup(folder: string): Promise<BackupManifest> {
  const manifest = await readManifest(folder)
  const files = manifest.store ? [manifest.store, ...manifest.files] : manifest.files
  for (const file of files) await verifyFile(folder, file)

  const known = new Set([manifestName, ...files.map(({ path }) => path)])
  const unknown = (await listFiles(folder)).find((path) => !known.has(path))
  if (unknown !== undefined) throw new BackupError(`${join(folder, unknown)} is not part of the backup: remove it`)
  return manifest
}

/** Reads a copy of a file of a backup. Rejects with a `BackupError` when it is not what was backed up. */
export async function verifyFile(folder: string, { path, bytes, sha256, isDatabase }: BackupFile): Promise<void> {
  const file = join(folder, path)
  const found = await computeFileDigest(file).catch((cause: Error) => {
    throw new BackupError(`${file} cannot be read: ${cause.message}`, { cause })
  })
  if (found.bytes !== bytes || found.sha256 !== sha256)
    throw new BackupError(
      `${file} is damaged: it has ${found.bytes} bytes with digest ${found.sha256.slice(0, 12)}, the backup had ${bytes} bytes with digest ${sha256.slice(0, 12)}`,
    )
  if (isDatabase) checkDatabase(file)
}

function checkDatabase(file: string): void {
  using database = new DatabaseSync(file, { readOnly: true })
  const [first] = database.prepare('PRAGMA integrity_check(1)').all() as { integrity_check: string }[]
  if (first?.integrity_check !== 'ok') throw new BackupError(`${file} is damaged: ${first?.integrity_check}`)
}
