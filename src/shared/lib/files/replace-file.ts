/**
 * Replaces a file as a whole: a reader sees the old content or the new content, and one of them is there after a power
 * cut.
 *
 * This is the only code that writes or renames whole files (`test/shared/lib/files/whole-files.test.ts`), so that every
 * file of Sluice is as durable as the others.
 */
import { randomBytes } from 'node:crypto'
import { renameSync } from 'node:fs'
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { giveFileToFolderOwner } from './folder-owner.ts'
import { requireRegularFile } from './read-regular-file.ts'
import { syncFolder } from './sync-folder.ts'

export interface ReplaceOptions {
  /** The permissions, whatever the umask: 0o600 for secrets. By default those of the replaced file, or 0o644. */
  mode?: number | undefined
  /** Says just before the file is replaced whether it may be: nothing else of this process comes between. */
  mayReplace?: () => boolean
}

/**
 * Writes a hidden temporary file beside the file, syncs it, renames it and syncs the folder. A symbolic link stays, and
 * its target is replaced; a file that another user owns keeps its owner where this process may set it, and a new file
 * of root belongs to the owner of the folder.
 *
 * Returns false when `mayReplace` does. Rejects with the error of the file system, with `ENOTREG` for a pipe, a socket
 * or a device. The old file is then unchanged and the temporary file is removed; only when the sync of the folder
 * fails, the new file is there and may be missing after a power cut.
 */
export async function replaceFile(
  file: string,
  content: string | Uint8Array,
  { mode, mayReplace }: ReplaceOptions = {},
): Promise<boolean> {
  const target = await realpath(file).catch(ifAbsent(file))
  const old = await stat(target).catch(ifAbsent(undefined))
  if (old) requireRegularFile(target, old)
  const folder = dirname(target)
  const temporary = join(folder, `.${basename(target)}.${randomBytes(6).toString('hex')}.part`)
  try {
    {
      await using handle = await open(temporary, 'wx', 0o600)
      await handle.writeFile(content)
      if (old) await keepOwner(handle, old)
      else giveFileToFolderOwner(target, handle.fd)
      await handle.chmod(mode ?? (old ? old.mode & 0o777 : 0o644))
      await handle.sync()
    }
    if (!mayReplace) await rename(temporary, target)
    else if (mayReplace()) renameSync(temporary, target)
    else return await rm(temporary).then(() => false)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(folder)
  return true
}

/** Changes of the owner need privileges. A process without them writes the file as its own. */
async function keepOwner(handle: FileHandle, old: { uid: number; gid: number }): Promise<void> {
  const { uid, gid } = await handle.stat()
  if (uid === old.uid && gid === old.gid) return
  await handle.chown(old.uid, old.gid).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM') throw error
  })
}

function ifAbsent<T>(instead: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code !== 'ENOENT') throw error
    return instead
  }
}
