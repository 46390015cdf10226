/**
 * Backs up a data folder while its processes run.
 *
 * Each database is copied as of one moment; other files are replaced as a whole when they change, so a copy of them is
 * never half of a change. The gateway and each queue manager are consistent in themselves, but not with each other.
 */
import { lstatSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { makeFolder } from '../../shared/lib/files/make-folder.ts'
import { replaceFile } from '../../shared/lib/files/replace-file.ts'
import { syncFolder } from '../../shared/lib/files/sync-folder.ts'
import { version } from '../../shared/lib/package/version.ts'
import { readDataLayout, requireSupportedLayout } from '../../shared/process/data/data-layout.ts'
import {
  BackupError,
  type BackupFile,
  type BackupManifest,
  backupFormat,
  listFiles,
  manifestName,
  storeDumpName,
  verifyBackup,
} from './backup-manifest.ts'
import { computeFileDigest, copyDatabase, copyFileDurably, isDatabaseFile, syncFile } from './copy-file.ts'

export interface BackUpDataOptions {
  dataFolder: string
  /** The folder that gets the backup. It must be empty or not exist. */
  target: string
  /** Copies the queue managers to a folder, in the process that owns them. */
  backUpQueueManagers(folder: string): Promise<void>
  /** Dumps the gateway's state to a file; undefined when the data folder has it, or another backup. */
  backUpStore?: ((file: string) => Promise<void>) | undefined
  now: number
}

/** The folder of the queue managers in the data folder. */
const queueManagersFolder = 'qm'

/**
 * Side files of databases, copies of a store on another machine, files of pages, unfinished temporary files, logs, and
 * what a restore left aside.
 */
const skippedNames =
  /(?:-wal|-shm|-journal|\.tmp)$|(?:^|\/)\.[^/]*\.part$|^mqweb\/(?:logs|console-files)$|^(?:store-copy|portal-files)$|^\.(?:restoring|replaced-[^/]*)$|^qm$/

/** Writes and verifies a backup; resolves with its manifest. When it rejects (`BackupError`), nothing has changed. */
export async function backUpData(options: BackUpDataOptions): Promise<BackupManifest> {
  const { dataFolder, target } = options
  await requireUsableTarget(dataFolder, target)
  const unfinished = `${target}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await makeFolder(unfinished, { mode: 0o700 })
  try {
    await writeBackup(options, unfinished)
    const manifest = await verifyBackup(unfinished)
    await rm(target, { recursive: true, force: true }) // an empty folder
    await rename(unfinished, target)
    await syncFolder(dirname(target))
    return manifest
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

async function requireUsableTarget(dataFolder: string, target: string): Promise<void> {
  const path = relative(resolve(dataFolder), resolve(target))
  if (path === '' || !path.startsWith('..'))
    throw new BackupError(`${target} is inside the data folder ${dataFolder}: name a folder outside of it`)
  const entries = await readdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (entries.length > 0) throw new BackupError(`${target} is not empty: name a new folder for the backup`)
}

async function writeBackup(options: BackUpDataOptions, folder: string): Promise<void> {
  const { dataFolder, backUpQueueManagers, backUpStore, now } = options
  const found = await readDataLayout(dataFolder)
  requireSupportedLayout(found, `the data folder ${dataFolder}`)
  await backUpStore?.(join(folder, storeDumpName))
  const store = backUpStore && (await describeCopy(folder, storeDumpName))
  const files: BackupFile[] = []
  for (const path of await listFiles(dataFolder, (each) => skippedNames.test(each))) {
    const copied = await copyIntoBackup(dataFolder, folder, path).catch((error: NodeJS.ErrnoException) => {
      // A link without its file is still there, and is an error.
      const isGone = lstatSync(join(dataFolder, path), { throwIfNoEntry: false }) === undefined
      if (error.code === 'ENOENT' && isGone) return undefined
      throw error
    })
    if (copied) files.push(copied)
  }

  const names = await readdir(join(dataFolder, queueManagersFolder, 'qmgrs')).catch(() => [])
  if (names.length > 0) {
    await backUpQueueManagers(join(folder, queueManagersFolder))
    const copied = await listFiles(join(folder, queueManagersFolder))
    for (const path of copied) files.push(await describeCopy(folder, `${queueManagersFolder}/${path}`))
  }
  if (files.length === 0) throw new BackupError(`${dataFolder} has nothing to back up: is SLUICE_DATA set?`)

  const manifest: BackupManifest = {
    format: store ? backupFormat : 1,
    createdAt: new Date(now).toISOString(),
    version,
    dataLayout: found.layout,
    queueManagers: names,
    files,
    store,
  }
  await replaceFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
}

async function copyIntoBackup(dataFolder: string, folder: string, path: string): Promise<BackupFile> {
  const [source, target] = [join(dataFolder, path), join(folder, path)]
  await makeFolder(dirname(target), { mode: 0o700 })
  if (!(await isDatabaseFile(source))) return { path, ...(await copyFileDurably(source, target)), isDatabase: false }
  await copyDatabase(source, target)
  return { path, ...(await computeFileDigest(target)), isDatabase: true }
}

async function describeCopy(folder: string, path: string): Promise<BackupFile> {
  const file = join(folder, path)
  await syncFile(file)
  return { path, ...(await computeFileDigest(file)), isDatabase: await isDatabaseFile(file) }
}
