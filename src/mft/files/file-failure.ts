/** Explains errors of the file system in the status of a transfer item. */
import { PathAccessError } from './path-access.ts'

/** Returns whether the error goes away when an administrator frees disk space: the transfer waits. */
export function isDiskFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT'
}

const texts: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'cannot be accessed: permission denied',
  EPERM: 'cannot be accessed: operation not permitted',
  EISDIR: 'is a folder',
  ENOTDIR: 'has a path with a part that is not a folder',
  EEXIST: 'already exists',
  ELOOP: 'is a symbolic link',
  ENOTREG: 'is a pipe, a socket or a device',
  EROFS: 'is on a read-only file system',
  ENAMETOOLONG: 'has a name that is too long',
}

/** Returns a text like `BFGIO0001E: File "/in/a.txt" does not exist.` */
export function describeFileFailure(path: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (error instanceof PathAccessError) return `BFGIO0056E: ${message}.`
  if (code === 'EEXIST') return `BFGIO0006E: File "${path}" already exists.`
  const text = code === undefined ? undefined : texts[code]
  return text === undefined ? message : `BFGIO0001E: File "${path}" ${text}.`
}

/** Returns the error for a source file that is not what it was when the transfer started. */
export function createChangedFileError(path: string): Error {
  return new Error(`BFGIO0061E: File "${path}" changed during the transfer.`)
}
