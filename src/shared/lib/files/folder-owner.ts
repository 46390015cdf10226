/** Gives what root creates to the owner of the folder around it, so that a service which owns the folder can use it. */
import { fchownSync, fstatSync, lchownSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

type Owner = { readonly uid: number; readonly gid: number }

/** Returns the owner of the folder around a path; undefined when this process is not root, or when root owns the folder. */
function findFolderOwner(path: string): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  const { uid, gid } = statSync(dirname(path))
  return uid === 0 ? undefined : { uid, gid }
}

/** Changes the owner of an open file that root owns. Throws the error of the file system. */
export function giveFileToFolderOwner(path: string, descriptor: number): void {
  const owner = findFolderOwner(path)
  if (owner && fstatSync(descriptor).uid === 0) fchownSync(descriptor, owner.uid, owner.gid)
}

/** Changes the owner of a folder that this process has just made. Throws the error of the file system. */
export function giveFolderToFolderOwner(path: string): void {
  const owner = findFolderOwner(path)
  if (owner) lchownSync(path, owner.uid, owner.gid)
}
