/** Restores a backup into a data folder that no process uses. */
import { readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../shared/lib/files/make-folder.ts'
import { syncFolder } from '../../shared/lib/files/sync-folder.ts'
import { requireSupportedLayout, restoreMark } from '../../shared/process/data/data-layout.ts'
import { connectPrivately } from '../../shared/process/rpc/private-socket.ts'
import { BackupError, verifyBackup, verifyFile } from './backup-manifest.ts'
import { copyFileDurably } from './copy-file.ts'

export interface RestoreDataOptions {
  /** The folder of the backup. */
  backup: string
  dataFolder: string
  /** Whether existing data may be moved aside. Without it, a folder with data is refused. */
  replace: boolean
  now: number
  /** Restores the dump of the gateway's state; undefined when the state is not in PostgreSQL. */
  restoreStore?: ((file: string) => Promise<void>) | undefined
  /** Whether the dump is left to its own restore. */
  withoutStore?: boolean
}

/** The sockets of the processes that use a data folder, with the remedy. */
const sockets: Readonly<Record<string, string>> = {
  'gateway.sock': 'a gateway runs over it: stop it first',
  'control.sock': 'queue managers or their web server run over it: end them first (endmqm, endmqweb)',
}

/** Restores a backup and verifies it. Rejects with a `BackupError`; data is as before unless it says otherwise. */
export async function restoreData(options: RestoreDataOptions) {
  const { backup, dataFolder, replace, now, restoreStore, withoutStore = false } = options
  const manifest = await verifyBackup(backup)
  requireSupportedLayout({ layout: manifest.dataLayout, writtenBy: manifest.version }, `the backup ${backup}`)
  if (manifest.store && !restoreStore && !withoutStore)
    throw new BackupError(
      `${backup} has the state of a gateway in PostgreSQL: set SLUICE_STORE to the URL of the database, or use --without-store`,
    )
  await requireUnused(dataFolder)
  await makeFolder(dataFolder, { mode: 0o700 })
  const unfinished = join(dataFolder, '.restoring')
  const removeUnfinished = () => rm(unfinished, { recursive: true, force: true })
  await removeUnfinished()
  const present = await readdir(dataFolder)
  const existing = present.filter((name) => name !== restoreMark && !name.startsWith('.replaced-'))
  if (existing.length > 0 && !replace)
    throw new BackupError(
      `${dataFolder} has data (${existing.slice(0, 5).join(', ')}): restore into an empty folder, or use --replace, which moves the data aside`,
    )

  try {
    for (const file of manifest.files) {
      await makeFolder(dirname(join(unfinished, file.path)), { mode: 0o700 })
      await copyFileDurably(join(backup, file.path), join(unfinished, file.path))
      await verifyFile(unfinished, file)
    }
    if (manifest.store && !withoutStore) await restoreStore?.(join(backup, manifest.store.path))
  } catch (error) {
    await removeUnfinished()
    throw error
  }
  // From here to the end, no process starts over the folder, also after a crash.
  const mark = join(dataFolder, restoreMark)
  await makeFolder(mark)
  await syncFolder(dataFolder)
  /** The folder with the data from before; undefined when there was none. */
  const replaced = existing.length > 0 ? await moveAside(dataFolder, existing, now) : undefined
  for (const name of await readdir(unfinished)) await rename(join(unfinished, name), join(dataFolder, name))
  await removeUnfinished()
  await syncFolder(dataFolder)
  await rmdir(mark)
  return { manifest, replaced }
}

async function requireUnused(dataFolder: string): Promise<void> {
  for (const [name, reason] of Object.entries(sockets)) {
    const socket = await connectPrivately(dataFolder, name)
    socket?.destroy()
    if (socket) throw new BackupError(`${dataFolder} is in use: ${reason}`)
  }
}

/** Moves the existing data into a folder beside it, on the same file system. */
async function moveAside(dataFolder: string, names: readonly string[], now: number): Promise<string> {
  const folder = join(dataFolder, `.replaced-${new Date(now).toISOString().replaceAll(':', '')}`)
  await makeFolder(folder, { mode: 0o700 })
  for (const name of names) await rename(join(dataFolder, name), join(folder, name))
  return folder
}
