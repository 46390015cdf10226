/** Verifies a backup by reading all of it. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  BackupError,
  type BackupFile,
  type BackupManifest,
  listFiles,
  manifestName,
  readManifest,
} from './backup-manifest.ts'
import { computeFileDigest } from './copy-file.ts'

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
