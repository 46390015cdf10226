import { closeSync, openSync } from 'node:fs'

/**
 * Creates an empty file that only its owner can read, unless the file exists. SQLite keeps the permissions, and gives its side
 * files the same. Throws the error of the file system.
 */
export function ensurePrivateFile(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
}
