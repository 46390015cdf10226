/** Staged files: written into a hidden folder beside the target, and published whole, when they are on disk. */
import { linkSync, lstatSync, renameSync, rmSync, type Stats } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { requireRegularFile } from '../../../../../shared/lib/files/read-regular-file.ts'
import { syncFolder } from '../../../../../shared/lib/files/sync-folder.ts'

const prefix = '.mft-'

export function isStagingFolder(name: string): boolean {
  return name.startsWith(prefix)
}

/** Returns the folder of the staged files of a transfer for targets in `folder`. */
export function stagingFolderPath(folder: string, transfer: string): string {
  return join(folder, `${prefix}${transfer.toLowerCase()}`)
}

export interface StagedFile {
  readonly staged: string
  readonly target: string
  readonly actionIfExists: 'error' | 'overwrite'
  /** Whether an earlier call may have published the file. */
  readonly isRepeated: boolean
}

/**
 * Makes a complete staged file visible at its target, in one step. Throws `EEXIST` when the target exists and must
 * not be overwritten, and `ENOTREG` for a target that is a pipe or a device. After a crash, the call can be repeated: it does nothing when the file is published. Returns the state
 * of the file, or undefined when another program has taken it. It blocks: call it on a thread.
 */
export function publishStagedFile({ staged, target, actionIfExists, isRepeated }: StagedFile): Stats | undefined {
  const written = findFile(staged)
  if (!written && isRepeated) return findFile(target) // published before a crash

  if (actionIfExists === 'overwrite') {
    const existing = findFile(target)
    if (existing && !existing.isSymbolicLink()) requireRegularFile(target, existing)
    renameSync(staged, target)
    return written
  }
  try {
    linkSync(staged, target) // unlike rename, fails when the target exists
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') {
      const existing = findFile(target)
      if (existing?.ino !== written?.ino || existing?.dev !== written?.dev) throw error
    } else if (code === 'EPERM' || code === 'ENOTSUP' || code === 'EMLINK') {
      publishWithoutLinks(staged, target)
      return written
    } else throw error
  }
  rmSync(staged, { force: true })
  return written
}

/** Publishes a file on file systems without hard links. Between the check and the rename another program may create the target. */
function publishWithoutLinks(staged: string, target: string): void {
  if (findFile(target)) throw Object.assign(new Error(`${target} exists`), { code: 'EEXIST' })
  renameSync(staged, target)
}

function findFile(path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error
    return undefined
  }
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
