/**
 * Makes a folder and the folders around it. Node's own recursive `mkdir` never returns where a file system answers
 * ENOENT for a folder whose parent exists, as `/proc` does. Folders that root makes belong to the owner of the folder
 * around them.
 */
import { mkdirSync, statSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { giveFolderToFolderOwner } from './folder-owner.ts'

interface FolderOptions {
  /** The permissions of each folder that is made, less those of the umask; 0o777 when undefined. */
  mode?: number
}

/** Makes a folder, which may exist. Rejects with the error of the file system, such as EEXIST when the path is a file. */
export async function makeFolder(path: string, options: FolderOptions = {}): Promise<void> {
  try {
    await makeOne(path, options)
  } catch (error) {
    const parent = dirname(path)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error
    await makeFolder(parent, options)
    await makeOne(path, options)
  }
}

async function makeOne(path: string, options: FolderOptions): Promise<void> {
  try {
    await mkdir(path, options)
    giveFolderToFolderOwner(path)
  } catch (error) {
    const found = await stat(path).catch(() => undefined)
    if (!found?.isDirectory()) throw error
  }
}

/** Like `makeFolder`, and throws. */
export function makeFolderSync(path: string, options: FolderOptions = {}): void {
  try {
    makeOneSync(path, options)
  } catch (error) {
    const parent = dirname(path)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error
    makeFolderSync(parent, options)
    makeOneSync(path, options)
  }
}

function makeOneSync(path: string, options: FolderOptions): void {
  try {
    mkdirSync(path, options)
    giveFolderToFolderOwner(path)
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
