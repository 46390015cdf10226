import { closeSync, openSync } from 'node:fs'
import { giveFileToFolderOwner } from './folder-owner.ts'

/**
 * Creates an empty file that only its owner can read, unless the file exists. Root creates it for the owner of the
 * folder. SQLite keeps the permissions, and gives its side files the same. Throws the error of the file system.
 */
export function ensurePrivateFile(file: string): void {
  const descriptor = openSync(file, 'a', 0o600)
  try {
    giveFileToFolderOwner(file, descriptor)
  } finally {
    closeSync(descriptor)
  }
}
