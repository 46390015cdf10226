/**
 * Staged files: a destination agent writes every file into a hidden folder beside the target, and publishes it there when
 * it is complete and on disk. A reader of the target folder never sees a part of a file.
 */
import type { Stats } from 'node:fs'
import { link, lstat, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../../lib/files/sync-folder.ts'

const prefix = '.mft-'

export function isStagingFolder(name: string): boolean {
  return name.startsWith(prefix)
}

/** Returns the folder of the staged files of a transfer for targets in `folder`. */
export function stagingFolderOf(folder: string, transfer: string): string {
  return join(folder, `${prefix}${transfer.toLowerCase()}`)
}

/** Creates the folder of the targets and the staging folder in it. */
export async function createStagingFolder(staging: string): Promise<void> {
  await mkdir(staging, { recursive: true })
}

export interface StagedFile {
  readonly staged: string
  readonly target: string
  readonly actionIfExists: 'error' | 'overwrite'
}

/**
 * Makes a complete staged file visible at its target, in one step. Rejects with `EEXIST` when the target exists and must
 * not be overwritten. After a crash, the call can be repeated: it does nothing when the file is published. Returns the state
 * of the file, or undefined when another program has taken it.
 */
export async function publishStagedFile({
  staged,
  target,
  actionIfExists,
}: StagedFile): Promise<Stats | undefined> {
  const written = await lstat(staged).catch(ignoreMissing)
  if (!written) return lstat(target).catch(ignoreMissing) // published before a crash

  if (actionIfExists === 'overwrite') {
    await rename(staged, target)
    return written
  }
  try {
    await link(staged, target) // unlike rename, fails when the target exists
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') {
      const existing = await lstat(target).catch(ignoreMissing)
      if (existing?.ino !== written.ino || existing.dev !== written.dev) throw error
    } else if (code === 'EPERM' || code === 'ENOTSUP' || code === 'EMLINK') {
      await publishWithoutLinks(staged, target)
      return written
    } else throw error
  }
  await rm(staged, { force: true })
  return written
}

/** For file systems without hard links. Between the check and the rename another program may create the target. */
async function publishWithoutLinks(staged: string, target: string): Promise<void> {
  if (await lstat(target).catch(ignoreMissing)) {
    throw Object.assign(new Error(`${target} exists`), { code: 'EEXIST' })
  }
  await rename(staged, target)
}

/** Syncs the folders, so that new names survive a power cut. */
export async function syncFolders(folders: Iterable<string>): Promise<void> {
  await Promise.all([...new Set(folders)].map((folder) => syncFolder(folder)))
}

/** Removes a staging folder with what is left in it. */
export async function removeStagingFolder(staging: string): Promise<void> {
  if (!isStagingFolder(staging.slice(dirname(staging).length + 1))) return
  await rm(staging, { recursive: true, force: true })
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
  return undefined
}
